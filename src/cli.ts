#!/usr/bin/env node
console.log('tieout');
