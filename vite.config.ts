import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import routes from './src/web/routes.ts'
import { listPackages } from './src/web/app/vite/list-packages.ts'
import { signedInFolders, textsByPath } from './src/web/app/vite/page-paths.ts'
import { leanContract } from './src/web/app/vite/lean-contract.ts'
import { precompress } from './src/web/app/vite/precompress.ts'
import { scriptGroups } from './src/web/app/vite/script-groups.ts'
import { readerTexts } from './src/web/app/vite/reader-texts.ts'

/** After React Router's own plugin, which would give a page that others share with a file beside it. */
const splitScripts: Plugin = {
  name: 'split-scripts',
  apply: 'build',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: { codeSplitting: { groups: scriptGroups(routes) } },
            },
          },
        }
      : null,
}

export default defineConfig({
  publicDir: 'src/web/app/public',
  plugins: [readerTexts(), leanContract(), tailwindcss(), reactRouter(), splitScripts, precompress()],
  // For `npm run dev` on a fresh clone: dependencies found while a page is open reload it.
  optimizeDeps: {
    include: [
      ...listPackages(['src/{web,contract}/**/*.{ts,tsx}'], { hasTests: false }),
      // React Router's own files are looked at as well while a first page is on its way.
      'react-router > @remix-run/route-pattern/match',
      'react-router > @remix-run/route-pattern/specificity',
      'react-router > cookie-es',
    ],
  },
  define: {
    'import.meta.env.SIGNED_IN_FOLDERS': JSON.stringify(signedInFolders(routes)),
    'import.meta.env.TEXTS_BY_PATH': JSON.stringify(textsByPath(routes)),
  },
  build: {
    // The source is open, and an error's place in it worth more than the files, which only developer tools fetch.
    sourcemap: true,
    target: 'es2023',
    // Browsers that know light-dark(): it is kept as it is instead of being unrolled twice per colour.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    // Fonts and pictures stay files of their own: inlined they would count against every page.
    assetsInlineLimit: 0,
  },
})
