"""The version of this package: that of the husk it was made with."""

VERSION = "0.1.0"
