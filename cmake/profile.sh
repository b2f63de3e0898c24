#!/bin/sh
# profile.sh - run a program that was built with counters over examples/: profile.sh PROFILE BUILD, from the source tree
#
# PROFILE is the folder in which it was built, BUILD the one whose objects are compiled with its counts. One job, so that the
# counts, and with them the compiled program, are the same each time.
set -eu
profile=$1 build=$2
husk=$profile/husk
objects=CMakeFiles/husk_objects.dir
find "$profile" -name '*.gcda' -delete
for options in '--format jsonl' '--format markdown' '--format html' '--all --format jsonl'; do
    # shellcheck disable=SC2086 # the options are words
    "$husk" extract --quiet --jobs 1 $options examples/languages examples/site.warc.gz >/dev/null
done
"$husk" learn --quiet --jobs 1 -o "$profile/site.husk" examples/site.warc.gz
"$husk" extract --quiet --jobs 1 --site "$profile/site.husk" --format jsonl examples/site.warc.gz >/dev/null
mkdir -p "$build/$objects"
(cd "$profile/$objects" && find . -name '*.gcda' | tar -cf - -T -) | tar -xf - -C "$build/$objects"
touch "$profile/counted"
