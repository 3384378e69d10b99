import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.js';

/** Where the development server finds the service: `GATEWAY_URL`, or the address of `npm start`. */
const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [compressFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The policy of the pages allows nothing inline: no script, no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // The session's cookie counts for the origin that the browser sees; the service has to see the same name.
    proxy: { '/api': gateway, '/docs-json': gateway },
  },
});
