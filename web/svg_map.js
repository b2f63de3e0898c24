// svg_map.js
