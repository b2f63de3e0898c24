// main.cpp - a C++ program that uses an installed Husk: main content, a row of flags and choices, a callback.
#include <husk/lab.h> // first: it must stand by itself; it includes husk.h

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace {

std::string page(const char *words)
{
    return std::string("<!doctype html><title>Salt</title><h1>Salt</h1><p>It dissolves in water and comes back as "
                       "crystals when the water dries, ") +
           words + ", which cooks have known for a long time.</p>";
}

bool extracts()
{
    husk_extract_options extract;
    husk_extract_options_init(&extract, sizeof extract);
    extract.format = HUSK_FORMAT_MARKDOWN;
    husk_extractor_options options;
    husk_extractor_options_init(&options, sizeof options);
    options.extract = &extract;
    husk_extractor *made = nullptr;
    if (husk_extractor_new(&options, &made, nullptr) != HUSK_OK)
        return false;
    std::unique_ptr<husk_extractor, decltype(&husk_extractor_free)> extractor(made, husk_extractor_free);
    for (const char *words : { "slowly", "at once" }) {
        const std::string html = page(words);
        husk_raw raw;
        husk_raw_init(&raw, sizeof raw);
        raw.bytes = html.data();
        raw.len = html.size();
        const husk_result *result = nullptr;
        if (husk_extractor_run(extractor.get(), &raw, &result, nullptr) != HUSK_OK ||
            std::string(result->text.data, result->text.len).find(words) == std::string::npos)
            return false;
    }
    return true;
}

husk_status fetch(void *context, const char *, husk_raw *raw, husk_error *)
{
    const auto *html = static_cast<const std::string *>(context);
    raw->bytes = html->data();
    raw->len = html->size();
    return HUSK_OK;
}

/* A crawl without a place to write says so, and does not ask for a page. */
bool crawls()
{
    std::string html = page("slowly");
    husk_crawl_options options;
    husk_crawl_options_init(&options, sizeof options);
    options.fetch = fetch;
    options.fetch_context = &html;
    husk_error error;
    return husk_crawl("http://h.example/", nullptr, &options, nullptr, &error) == HUSK_BAD_ARGUMENT;
}

static_assert(sizeof(husk_status) == 4 && sizeof(husk_format) == 4 && sizeof(husk_crawl_order) == 4 && sizeof(bool) == 1,
              "the layout of every language");

} // namespace

int main()
{
    std::puts(extracts() && crawls() ? husk_version() : "the library does not work");
    return 0;
}
