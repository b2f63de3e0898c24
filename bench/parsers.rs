// parsers.rs - HTML parsers of other makers on gzipped pages, built by bench/common.py: processor seconds of the best of three rounds, as JSON.
// html5ever builds its own reference tree; lol_html streams the page through with one handler for every element. Pages are read and decoded before the clock runs.
use html5ever::tendril::TendrilSink;
use std::io::Read;

fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").expect("schedstat");
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn read(path: &str) -> String {
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(std::fs::File::open(path).expect(path)).read_to_end(&mut bytes).expect(path);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn html5ever_parse(page: &str) -> usize {
    let dom = html5ever::parse_document(markup5ever_rcdom::RcDom::default(), Default::default()).one(page);
    let n = dom.document.children.borrow().len();
    n
}

fn lol_html_parse(page: &str) -> usize {
    let mut n = 0;
    let settings = lol_html::Settings {
        element_content_handlers: vec![lol_html::element!("*", |_| {
            n += 1;
            Ok(())
        })],
        strict: false,
        ..lol_html::Settings::new()
    };
    let mut rewriter = lol_html::HtmlRewriter::new(settings, |_: &[u8]| {});
    let done = rewriter.write(page.as_bytes()).and_then(|_| rewriter.end());
    done.map(|_| n).unwrap_or(0)
}

fn main() {
    let name = std::env::args().nth(1).expect("a parser's name");
    let parse: fn(&str) -> usize = if name == "html5ever" { html5ever_parse } else { lol_html_parse };
    let pages: Vec<String> = std::env::args().skip(2).map(|p| read(&p)).collect();
    let (mut best, mut found) = (f64::MAX, 0);
    for _ in 0..3 {
        let start = processor_seconds();
        found = pages.iter().map(|p| parse(p)).sum();
        best = best.min(processor_seconds() - start);
    }
    println!("{{\"pages\": {}, \"seconds\": {}, \"found\": {}}}", pages.len(), best, found);
}
