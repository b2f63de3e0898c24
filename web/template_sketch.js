// template_sketch.js
