"""Line and bar plots as SVG, written by hand: linear or logarithmic axes, one line per series."""
import math

COLOURS = ("#1b6ca8", "#c8553d", "#2a9d5c", "#7a5195", "#d9a400", "#4bb3c4", "#8c564b", "#e377c2", "#6b7280", "#111827")


def line_plot(title, x_name, y_name, series, log_x=True, width=640, height=380, x_labels=None, log_y=False, ticks=None):
    """series: {name: [(x, y)]}; x_labels: {x: what to write there}; ticks: of the x axis, instead of every point's"""
    left, right, top, bottom = 64, 150, 36, 52
    xs = sorted({x for points in series.values() for x, _ in points})
    ys = [y for points in series.values() for _, y in points]
    low, high = min(ys + [0.0] if min(ys) < .15 else ys), max(ys)
    low, high = math.floor(low * 20) / 20, math.ceil(high * 20) / 20
    high = high if high > low else low + .05
    if log_y:
        low, high = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
        high = high if high > low else low + 1
    y_ticks = range(low, high + 1) if log_y else [low + (high - low) * k / 5 for k in range(6)]
    rise = (lambda y: math.log10(y)) if log_y else (lambda y: y)
    scale = (lambda v: math.log10(v)) if log_x else (lambda v: v)
    x_low, x_high = scale(xs[0]), scale(xs[-1])
    px = lambda x: left + (scale(x) - x_low) / ((x_high - x_low) or 1) * (width - left - right)
    py = lambda y: top + (high - rise(y)) / (high - low) * (height - top - bottom)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="20" font-size="14">{title}</text>']
    for tick in y_ticks:
        y = 10.0 ** tick if log_y else tick
        out.append(f'<line x1="{left}" x2="{width - right}" y1="{py(y):.1f}" y2="{py(y):.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{py(y) + 4:.1f}" text-anchor="end">{format(y, "g") if log_y else format(y, ".2f")}</text>')
    for x in xs if ticks is None else [t for t in ticks if xs[0] <= t <= xs[-1]]:
        out.append(f'<text x="{px(x):.1f}" y="{height - bottom + 18}" text-anchor="middle">{x_labels[x] if x_labels else format(x, "g")}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">{x_name}</text>'
               f'<text transform="translate(16 {(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">{y_name}</text>')
    for (name, points), colour in zip(series.items(), COLOURS):
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if ticks is None:
            out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        at = top + 14 + 18 * list(series).index(name)
        out.append(f'<rect x="{width - right + 16}" y="{at - 9}" width="12" height="10" fill="{colour}"/>'
                   f'<text x="{width - right + 34}" y="{at}">{name}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def bar_plot(title, y_name, groups, width=640, height=320):
    """groups: {group: {bar: height}}; heights of 0 or more."""
    left, right, top, bottom = 64, 150, 36, 40
    bars = list(next(iter(groups.values())))
    high = math.ceil(max(v for g in groups.values() for v in g.values()) * 10) / 10 or .1
    py = lambda y: top + (high - max(y, 0)) / high * (height - top - bottom)
    step = (width - left - right) / len(groups)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="20" font-size="14">{title}</text>',
           f'<text transform="translate(16 {(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">{y_name}</text>']
    for k in range(6):
        y = high * k / 5
        out.append(f'<line x1="{left}" x2="{width - right}" y1="{py(y):.1f}" y2="{py(y):.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{py(y) + 4:.1f}" text-anchor="end">{y:.2f}</text>')
    for i, (group, values) in enumerate(groups.items()):
        wide = .8 * step / len(bars)
        for j, bar in enumerate(bars):
            x = left + i * step + .1 * step + j * wide
            out.append(f'<rect x="{x:.1f}" y="{py(values[bar]):.1f}" width="{wide - 2:.1f}" height="{height - bottom - py(values[bar]):.1f}" fill="{COLOURS[j]}"/>')
        out.append(f'<text x="{left + (i + .5) * step:.1f}" y="{height - bottom + 18}" text-anchor="middle">{group}</text>')
    for j, bar in enumerate(bars):
        at = top + 14 + 18 * j
        out.append(f'<rect x="{width - right + 16}" y="{at - 9}" width="12" height="10" fill="{COLOURS[j]}"/><text x="{width - right + 34}" y="{at}">{bar}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"
