// plot.js
