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
    for (const char *words : { "slowly", "at once" }) {
        const std::string html = page(words);
        husk_result *made = nullptr;
        if (husk_text(html.data(), html.size(), nullptr, &extract, &made, nullptr) != HUSK_OK)
            return false;
        std::unique_ptr<husk_result, decltype(&husk_result_free)> result(made, husk_result_free);
        if (std::string(result->text.data, result->text.len).find(words) == std::string::npos)
            return false;
    }
    return true;
}

void report(void *context, const husk_crawl_progress *)
{
    *static_cast<bool *>(context) = true;
}

/* A crawl without a place to write says so, and does not ask for a page. */
bool crawls()
{
    bool reported = false;
    husk_crawl_options options;
    husk_crawl_options_init(&options, sizeof options);
    options.progress = report;
    options.context = &reported;
    husk_error error;
    return husk_crawl("http://h.example/", nullptr, &options, nullptr, &error) == HUSK_BAD_ARGUMENT && !reported;
}

static_assert(sizeof(husk_status) == 4 && sizeof(husk_format) == 4 && sizeof(husk_crawl_order) == 4 && sizeof(bool) == 1,
              "the layout of every language");

} // namespace

int main()
{
    std::puts(extracts() && crawls() ? husk_version() : "the library does not work");
    return 0;
}
