// render.js - one Hexo site, rendered without a network and with a fixed clock: node bench/themes/render.js FOLDER
// bench/themes/render runs it. FOLDER has themes/THEME and site.json: theme, switches (whether to set them), language, title, author, posts. FOLDER/pages.jsonl is written: path, kind, post
// (the index in `posts`, null for a listing), html. Every choice is drawn from a generator that starts from the theme's name.
"use strict";
const crypto = require("crypto"), fs = require("fs"), net = require("net"), path = require("path");

const folder = path.resolve(process.argv[2]);
const site = JSON.parse(fs.readFileSync(path.join(folder, "site.json"), "utf8"));
const themeFolder = path.join(folder, "themes", site.theme);
const needed = name => require(require.resolve(name, { paths: [folder] }));

const NOW = Date.UTC(2024, 5, 15, 12);
const MOST_LISTINGS = 8;
const PERMALINKS = [":year/:month/:day/:title/", ":year/:month/:title/", "posts/:title/", ":title/", "post/:title.html", ":year/:title.html", "blog/:title/", "archives/:title.html"];
const LANGUAGES = { zh: ["zh-CN", "zh-Hans", "zh_CN", "zh-cn", "zh", "zh-TW"], pt: ["pt-BR", "pt", "pt-br"], en: ["en", "en-US", "en-us", "en_US", "default"] };
const CATEGORIES = {
  de: ["Notizen", "Leben", "Neuigkeiten"], en: ["Notes", "News", "Life", "Projects", "Reviews"], es: ["Notas", "Noticias", "Vida"], fr: ["Notes", "Actualités", "Vie"],
  it: ["Note", "Notizie"], ja: ["日記", "技術"], pt: ["Notas", "Notícias"], ru: ["Заметки", "Новости", "Жизнь"], zh: ["笔记", "生活", "技术"],
};
// Switches of a theme that add to a page what a site's template has: related posts, licence, share buttons, sidebar and so on.
const SWITCH = new RegExp("^(related(_?posts?)?|recommend\\w*|(post_)?copyright|licen[sc]e\\w*|(post_?)?toc|catalog|shar(e|ing)|social_?share|reward|donat(e|ion)|sponsor|" +
  "post_?nav\\w*|post_?pagination|prev_?next|breadcrumb|(post_?)?word_?count|read(ing)?_?time|min2read|recent_?posts?|tag_?cloud|archives?|categor(y|ies)|tags|sidebar|aside|" +
  "post_?meta|updated_?at|post_?updated|symbols_count_time|creative_commons|back2top|back_to_top|statement|footer|signature|notice|outdate\\w*|" +
  "card_(?!post_count)\\w+|qrcode|author_?\\w*|profile|announcement|follow_me|post_edit|rss)$", "i");
const INNER_SWITCH = ["enable", "enabled", "show", "on", "post", "post_show"];
const SWITCHED_ON = .8;
// Plugins that most themes expect; the others are those that a theme's package.json names.
const PLUGINS = ["hexo-renderer-marked", "hexo-renderer-stylus", "hexo-generator-index", "hexo-generator-archive", "hexo-generator-tag", "hexo-generator-category", "hexo-wordcount"];
const RENDERERS = { ejs: "hexo-renderer-ejs", pug: "hexo-renderer-pug", swig: "hexo-renderer-swig", jsx: "hexo-renderer-inferno", j2: "hexo-renderer-nunjucks" };
const LIBRARIES = ["hexo-log", "hexo-util", "hexo-fs", "hexo-pagination", "hexo-component-inferno", "hexo-front-matter"];

// --- the same on each run: chance, the clock, no network ---------------------------------------------------------------------

function generator(name) {  // mulberry32
  let state = crypto.createHash("md5").update(name).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = generator(site.theme);
const below = n => Math.floor(random() * n);
const one = list => list[below(list.length)];

function fix() {
  Math.random = generator("page " + site.theme);
  global.Date = new Proxy(Date, {
    construct: (target, args, made) => Reflect.construct(target, args.length ? args : [NOW], made),
    apply: target => new target(NOW).toString(),
    get: (target, key) => key === "now" ? () => NOW : target[key],
  });
  Date.prototype.constructor = Date;
  // Hexo's ids are made from these.
  Object.defineProperty(process, "pid", { value: 1 });
  require("os").hostname = () => "host";
  crypto.randomBytes = n => Buffer.from(Array.from({ length: n }, () => Math.floor(Math.random() * 256)));
  net.Socket.prototype.connect = function () {
    process.nextTick(() => this.destroy(new Error("no network")));
    return this;
  };
  global.fetch = () => Promise.reject(new Error("no network"));
}

// --- the project -------------------------------------------------------------------------------------------------------------

function filesUnder(top) {
  return fs.readdirSync(top, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap(entry => {
    const name = path.join(top, entry.name);
    return entry.isDirectory() ? filesUnder(name) : [name];
  });
}

function write(name, text) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  fs.utimesSync(file, NOW / 1000, NOW / 1000);  // themes show when a page was changed
}

// JSON is YAML.
const page = (name, front, text) => write("source/" + name, `---\n${JSON.stringify(front, null, 1)}\n---\n${text}\n`);

// hexo-renderer-nunjucks compiles a template without a place to look for what it includes.
function findIncludes() {
  const nunjucks = needed("nunjucks"), compile = nunjucks.compile;
  const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader(path.join(themeFolder, "layout")), { autoescape: false });
  environment.addFilter("toArray", Object.values);
  nunjucks.compile = (source, ...more) => compile(source, more[0] || environment, ...more.slice(1));
}

function writePackage() {
  const names = new Set(PLUGINS);
  for (const file of filesUnder(path.join(themeFolder, "layout"))) {
    const renderer = RENDERERS[path.extname(file).slice(1)];
    if (renderer) names.add(renderer);
  }
  const own = path.join(themeFolder, "package.json");
  const theirs = fs.existsSync(own) ? JSON.parse(fs.readFileSync(own, "utf8")) : {};
  for (const name of Object.keys({ ...theirs.dependencies, ...theirs.peerDependencies })) {
    if (/^hexo-(?!theme)/.test(name) && !LIBRARIES.includes(name) && site.packages.includes(name)) names.add(name);
  }
  if (names.has("hexo-renderer-nunjucks")) findIncludes();
  write("package.json", JSON.stringify({ name: "site", version: "1.0.0", hexo: { version: "7.3.0" }, dependencies: Object.fromEntries([...names].sort().map(n => [n, "*"])) }));
}

function language() {
  const languages = path.join(themeFolder, "languages");
  const has = fs.existsSync(languages) ? fs.readdirSync(languages).map(name => path.parse(name).name) : [];
  return [...LANGUAGES[site.language] || [site.language], ...LANGUAGES.en].find(name => has.includes(name)) || "en";
}

function writeConfig() {
  const perPage = one([5, 6, 8, 10]);
  write("_config.yml", JSON.stringify({
    title: site.title, subtitle: one(["Notes and essays", "Thoughts, stories and ideas", "A weblog"]), author: site.author, email: "me@example.com",
    description: one(["Writing about what we see, read and build.", "A personal site with notes, essays and links."]), keywords: "blog, notes",
    language: language(), timezone: "UTC", url: `https://${site.theme}.example`, root: "/", permalink: one(PERMALINKS), theme: site.theme,
    per_page: perPage, index_generator: { path: "", per_page: perPage, order_by: "-date" }, pagination_dir: "page",
    date_format: one(["YYYY-MM-DD", "MMM D, YYYY", "LL", "YYYY/MM/DD"]), time_format: "HH:mm:ss", updated_option: "date",
    tag_dir: "tags", archive_dir: "archives", category_dir: "categories", default_layout: "post", avatar: "/images/avatar.png",
    // nothing may change the posts' text
    syntax_highlighter: "", highlight: { enable: false, line_number: true, hljs: false }, prismjs: { enable: false }, external_link: { enable: false },
    search: { path: "search.xml", field: "post" }, algolia: { appId: "x", SearchOnlyAPIKey: "x" },
  }));
}

function switchOn(config, parent) {
  for (const [key, value] of Object.entries(config)) {
    if (value === false && (SWITCH.test(key) || (INNER_SWITCH.includes(key) && SWITCH.test(parent)))) config[key] = random() < SWITCHED_ON;
    else if (value && typeof value === "object" && !Array.isArray(value)) switchOn(value, key);
  }
}

// A theme's settings: its own, or its example's if it has none, with some switches on.
function writeThemeConfig() {
  const names = filesUnder(themeFolder).map(file => path.relative(themeFolder, file)).filter(name => /^(example)?_?config.*\.ya?ml(\.example)?$/.test(path.basename(name)));
  const depth = name => name.split(path.sep).length;
  const name = names.includes("_config.yml") ? "_config.yml" : names.sort((a, b) => depth(a) - depth(b))[0];
  if (!name) return;
  if (name !== "_config.yml") fs.copyFileSync(path.join(themeFolder, name), path.join(themeFolder, "_config.yml"));
  if (!site.switches) return;
  const yaml = needed("hexo-front-matter").escape(fs.readFileSync(path.join(themeFolder, name), "utf8"));  // of tabs
  const config = needed("js-yaml").load(yaml, { json: true });  // a key may be there twice
  if (!config || typeof config !== "object") return;
  switchOn(config, "");
  write(`_config.${site.theme}.yml`, JSON.stringify(config));
}

function slug(title, i, used) {
  const plain = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
  let name = plain.length > 5 ? plain : `post-${i}`;
  while (used.has(name)) name += `-${i}`;
  used.add(name);
  return name;
}

function dateOf(post) {
  const two = n => String(n).padStart(2, "0");
  const day = /^\d{4}-\d\d-\d\d/.exec(post.date) || `${2012 + below(12)}-${two(1 + below(12))}-${two(1 + below(28))}`;
  return `${day} ${two(7 + below(16))}:${two(below(60))}:00`;
}

function tagsOf(post) {
  const words = post.title.match(/[\p{L}\p{M}]{4,15}/gu) || [];
  return Array.from({ length: Math.min(words.length, 1 + below(3)) }, () => words.splice(below(words.length), 1)[0]);
}

// Listings then show the first paragraph instead of the whole post.
function withMore(html) {
  const end = html.indexOf("</p>"), start = html.slice(0, end);
  const open = (start.match(/<div/g) || []).length !== (start.match(/<\/div/g) || []).length || /<(table|blockquote)/.test(start);
  return end < 0 || end > 2500 || open || html.length < end + 400 ? html : html.slice(0, end + 4) + "\n<!-- more -->\n" + html.slice(end + 4);
}

function writePosts() {
  const used = new Set(), posts = {}, more = random() < .6;
  site.posts.forEach((post, i) => {
    const name = slug(post.title, i, used);
    page(`_posts/${name}.html`, { title: post.title, date: dateOf(post), tags: tagsOf(post), categories: [one(CATEGORIES[site.language] || CATEGORIES.en)], author: post.author || site.author,
      layout: "post", comments: true, toc: true, disableNunjucks: true }, more ? withMore(post.html) : post.html);
    posts[`_posts/${name}.html`] = i;
  });
  page("tags/index.md", { title: "Tags", type: "tags", layout: "tags" }, "");
  page("categories/index.md", { title: "Categories", type: "categories", layout: "categories" }, "");
  page("about/index.md", { title: "About", layout: "page" }, "About this site.");
  return posts;
}

// --- rendering ---------------------------------------------------------------------------------------------------------------

// The index, then archives, tags and categories.
function listings(routes) {
  const some = (top, n) => routes.filter(r => r.startsWith(top + "/") && r !== top + "/index.html").slice(0, n);
  const index = routes.filter(r => r === "index.html" || /^page\/\d+\/index\.html$/.test(r)).slice(0, 3);
  return [...index, ...routes.filter(r => r === "archives/index.html"), ...some("archives", 1), ...some("categories", 2), ...some("tags", 2)].slice(0, MOST_LISTINGS);
}

async function text(stream) {
  const parts = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

async function render(posts) {
  const Hexo = needed("hexo");
  const hexo = new Hexo(folder, { _: ["generate"], silent: true });
  await hexo.init();
  hexo.extend.filter.register("template_locals", locals => Object.assign(locals, { _: locals._ || needed("lodash") }));  // older themes expect it
  hexo.source.process = async () => {  // one by one: ids, and lists of tags, are in the order in which posts were read
    for (const file of filesUnder(hexo.source_dir)) await hexo.source._processFile("create", path.relative(hexo.source_dir, file));
  };
  await hexo.load();
  const post = {};
  hexo.locals.get("posts").forEach(p => { post[p.path] = post[p.path + "index.html"] = posts[p.source]; });
  const routes = hexo.route.list().filter(r => r.endsWith(".html")).sort();
  const out = [];
  for (const route of [...routes.filter(r => r in post), ...listings(routes.filter(r => !(r in post)))]) {
    try {
      const html = await text(hexo.route.get(route));
      out.push(JSON.stringify({ path: route, kind: route in post ? "post" : "listing", post: post[route] ?? null, html }) + "\n");
    } catch (error) {
      console.error(`${route}: ${error.message}`);
    }
  }
  fs.writeFileSync(path.join(folder, "pages.jsonl"), out.join(""));
}

async function main() {
  fix();
  writePackage();
  writeConfig();
  writeThemeConfig();
  await render(writePosts());
}

const exit = process.exit;
process.exit = code => { throw new Error(`the theme ends the program (${code})`); };
process.on("unhandledRejection", () => {});  // of what a theme wanted to fetch
process.on("uncaughtException", () => {});
main().then(() => exit(0), error => { console.error(error.stack); exit(1); });
