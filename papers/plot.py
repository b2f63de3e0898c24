"""Line and bar plots as SVG: linear or logarithmic axes with even ticks, a line for each series with its error bars.

A series keeps its colour, its dashes and its marks in all plots of a paper, and marks and dashes tell the lines apart in grey too."""
import math

COLOURS = ("#0b5394", "#c0392b", "#1e8449", "#6c3483", "#b7950b", "#117a8b", "#784212", "#c2185b", "#4d5656", "#111827", "#7d8b12", "#5d6d9e")
DASHES = ("", "7 3", "2 2", "9 3 2 3")
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 680, 66, 172, 38, 54


def style(number):
    return COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)], number % 4


def mark(kind, x, y, colour):
    """A disc, a square, a triangle or a ring."""
    if kind == 1:
        return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{colour}"/>'
    if kind == 2:
        return f'<path d="M{x:.1f} {y - 4:.1f}l4 7h-8z" fill="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{"#fff" if kind == 3 else colour}" stroke="{colour}"/>'


# --- axes ------------------------------------------------------------------------------------------------------------------

def even_ticks(low, high, most=6):
    """Multiples of 1, 2 or 5 times a power of ten that cover the range."""
    rough = (high - low) / (most - 1) or 1
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * .999)
    return [round(step * k, 10) for k in range(math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9) + 1)]


def log_ticks(low, high):
    """Powers of two for a short range of them, else of ten, with 2 and 5 times these where there are few."""
    if math.log2(low).is_integer() and math.log2(high).is_integer() and high / low <= 128:
        return [2 ** k for k in range(round(math.log2(low)), round(math.log2(high)) + 1)]
    steps = (1, 2, 5) if high / low < 1000 else (1,)
    ticks = [m * 10.0 ** k for k in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2) for m in steps]
    first, last = max(t for t in ticks if t <= low * 1.001), min(t for t in ticks if t >= high * .999)
    return [t for t in ticks if first <= t <= last]


class Axis:
    """From values to places between two edges, with its ticks."""

    def __init__(self, values, edges, log, ticks=None):
        self.scale = math.log10 if log else float
        self.ticks = ticks or (log_ticks(min(values), max(values)) if log else even_ticks(min(values), max(values)))
        ends = [self.scale(v) for v in (*values, *self.ticks)]
        self.low, self.span, self.edges = min(ends), max(ends) - min(ends) or 1, edges

    def at(self, value):
        first, last = self.edges
        return first + (self.scale(value) - self.low) / self.span * (last - first)


def number(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else format(value, "g")


def frame(title, x_name, y_name, height, y_axis):
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12" fill="#111">'
    yield f'<rect width="{WIDTH}" height="{height}" fill="#fff"/><text x="{LEFT}" y="20" font-size="14">{title}</text>'
    for tick in y_axis.ticks:
        y = y_axis.at(tick)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc"/><text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number(tick)}</text>'
    yield (f'<text x="{middle}" y="{height - 12}" text-anchor="middle">{x_name}</text>'
           f'<text transform="translate(16 {(TOP + height - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{y_name}</text>')


def error_bar(x, low, high, colour):
    return f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8" stroke="{colour}" fill="none"/>'


# --- plots -----------------------------------------------------------------------------------------------------------------

def line_plot(title, x_name, y_name, series, log_x=True, log_y=False, x_labels=None, order=(), height=380):
    """series: {name: [(x, y) or (x, y, low, high)]}; order: names whose styles stay the same in several plots; x_labels: {x: what to write there}."""
    points = [p for line in series.values() for p in line]
    xs, ys = sorted({p[0] for p in points}), [v for p in points for v in p[1:]]
    if not log_y and 0 <= min(ys) < .3 * max(ys):
        ys.append(0.0)
    x_axis = Axis(xs, (LEFT, WIDTH - RIGHT), log_x, xs if x_labels else None)
    y_axis = Axis(ys, (height - BOTTOM, TOP), log_y)
    out = list(frame(title, x_name, y_name, height, y_axis))
    for tick in x_axis.ticks:
        x = x_axis.at(tick)
        out.append(f'<path d="M{x:.1f} {height - BOTTOM}v5" stroke="#111"/><text x="{x:.1f}" y="{height - BOTTOM + 19}" text-anchor="middle">{x_labels[tick] if x_labels else number(tick)}</text>')
    names = [*order, *(n for n in series if n not in order)]
    for row, (name, line) in enumerate(series.items()):
        colour, dashes, kind = style(names.index(name))
        beside = 3 * (row - (len(series) - 1) / 2) if len(line[0]) == 4 else 0  # so that error bars don't lie on each other
        places = [(x_axis.at(p[0]) + beside, y_axis.at(p[1]), *map(y_axis.at, p[2:])) for p in line]
        out.append(f'<polyline points="{" ".join(f"{p[0]:.1f},{p[1]:.1f}" for p in places)}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dashes}"/>')
        out += [error_bar(p[0], p[2], p[3], colour) for p in places if len(p) == 4]
        every = max(1, len(places) // 8)
        out += [mark(kind, p[0], p[1], colour) for p in places[::every]]
        y, x = TOP + 8 + 18 * row, WIDTH - RIGHT + 12
        out.append(f'<path d="M{x} {y}h24" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dashes}"/>{mark(kind, x + 12, y, colour)}<text x="{x + 30}" y="{y + 4}">{name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def bar_plot(title, y_name, groups, height=340):
    """groups: {group: {bar: (height, low, high)}}"""
    bars = list(next(iter(groups.values())))
    y_axis = Axis([0.0, *(v for g in groups.values() for bar in g.values() for v in bar)], (height - BOTTOM, TOP), False)
    out, step = list(frame(title, "", y_name, height, y_axis)), (WIDTH - LEFT - RIGHT) / len(groups)
    wide = .8 * step / len(bars)
    for i, (group, values) in enumerate(groups.items()):
        for j, bar in enumerate(bars):
            value, low, high = map(y_axis.at, values[bar])
            x, bottom = LEFT + (i + .1) * step + j * wide, y_axis.at(0)
            out.append(f'<rect x="{x:.1f}" y="{min(value, bottom):.1f}" width="{wide - 3:.1f}" height="{abs(bottom - value):.1f}" fill="{COLOURS[j]}" fill-opacity="{1 - .3 * (j % 3)}"/>')
            out.append(error_bar(x + wide / 2 - 1.5, low, high, "#111"))
        out.append(f'<text x="{LEFT + (i + .5) * step:.1f}" y="{height - BOTTOM + 18}" text-anchor="middle">{group}</text>')
    for j, bar in enumerate(bars):
        y = TOP + 14 + 18 * j
        out.append(f'<rect x="{WIDTH - RIGHT + 16}" y="{y - 9}" width="12" height="10" fill="{COLOURS[j]}" fill-opacity="{1 - .3 * (j % 3)}"/><text x="{WIDTH - RIGHT + 34}" y="{y}">{bar}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"
