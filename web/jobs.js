// jobs.js
