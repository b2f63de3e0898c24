// dom_smoothie.rs - the extractor dom_smoothie on gzipped pages, built by bench/common.py: processor seconds of the best of three rounds, as JSON. Pages are read and decoded before the clock runs.
use std::io::Read;

fn processor_seconds() -> f64 {
    // user and system ticks of this process, from the kernel's own account
    let stat = std::fs::read_to_string("/proc/self/schedstat").expect("schedstat");
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn read(path: &str) -> String {
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(std::fs::File::open(path).expect(path)).read_to_end(&mut bytes).expect(path);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn extract(page: &str) -> usize {
    match dom_smoothie::Readability::new(page, None, None) {
        Ok(mut r) => r.parse().map(|a| a.text_content.len()).unwrap_or(0),
        Err(_) => 0,
    }
}

fn main() {
    let pages: Vec<String> = std::env::args().skip(1).map(|p| read(&p)).collect();
    let (mut best, mut bytes) = (f64::MAX, 0);
    for _ in 0..3 {
        let start = processor_seconds();
        bytes = pages.iter().map(|p| extract(p)).sum();
        best = best.min(processor_seconds() - start);
    }
    println!("{{\"pages\": {}, \"seconds\": {}, \"bytes\": {}}}", pages.len(), best, bytes);
}
