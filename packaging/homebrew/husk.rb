# A Homebrew formula, for Linux: src/base/system and cli/sandbox.c need it.
class Husk < Formula
  desc "Separate a web page's main content from its template"
  homepage "@URL@"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "brotli"
  depends_on "curl"
  depends_on "graphviz"
  depends_on "isa-l"
  depends_on "lexbor"
  depends_on "liblinear"
  depends_on "libmicrohttpd"
  depends_on :linux
  depends_on "sqlite"
  depends_on "uchardet"
  depends_on "xxhash"
  depends_on "yyjson"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DHUSK_TESTS=OFF", "-DHUSK_BENCH=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "examples"
  end

  test do
    assert_match "frost", shell_output("#{bin}/husk extract #{pkgshare}/examples/site/journal/first-frost.html")
  end
end
