"""Husk inside other tools: datatrove, Scrapy, LangChain. Each module needs the tool it is named after."""
