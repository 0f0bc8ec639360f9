import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { LongestFirst } from './scripts/checks/longest-first.ts'
import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'
import routes from './src/web/routes.ts'
import { listPackages } from './src/web/app/vite/list-packages.ts'
import { signedInFolders, textsByPath } from './src/web/app/vite/page-paths.ts'
import { readerTexts } from './src/web/app/vite/reader-texts.ts'

const executablePath = findChromium()

/** Files do not change during a run: otherwise the page of each test file would ask for all of its modules again. */
function keepFiles(): Plugin {
  return {
    name: 'keep-files',
    // Before Vitest's own, which would have dependencies asked for again.
    enforce: 'pre',
    configureServer({ config, middlewares }) {
      if (config.server.watch !== null) return
      middlewares.use(({ url = '' }, response, next) => {
        if (/\.(?:tsx?|m?js|css|woff2)(?:$|\?)/.test(url)) {
          const set = response.setHeader.bind(response)
          set('Cache-Control', 'public, max-age=86400, immutable')
          response.setHeader = (name, value) => (name === 'Cache-Control' ? response : set(name, value))
        }
        next()
      })
    },
  }
}

/** The tests of parts: each `*.test.tsx` in a real browser, with the styles and the keyboard that people have. */
export default defineConfig({
  plugins: [keepFiles(), readerTexts(), tailwindcss()],
  publicDir: false,
  // All dependencies before the first test: those that Vite finds later reload the page during a test.
  optimizeDeps: {
    include: ['zod/mini', ...listPackages(['src/{web,contract}/**/*.{ts,tsx}'], { hasTests: true })],
  },
  define: {
    'import.meta.env.ROUTES': JSON.stringify(routes),
    'import.meta.env.SIGNED_IN_FOLDERS': JSON.stringify(signedInFolders(routes)),
    'import.meta.env.TEXTS_BY_PATH': JSON.stringify(textsByPath(routes)),
  },
  test: {
    include: ['src/web/**/*.test.tsx'],
    setupFiles: ['src/web/testing/without-owner-stacks.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each is a context of its own in one browser, with its own storage and focus. By one alone a page is busy on one core and
    // the other stands idle; on two cores Vitest itself would take one.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      // Vitest's own minute is less than a busy machine may take.
      connectTimeout: 180_000,
      screenshotFailures: false,
      provider: playwright({
        actionTimeout: 10_000,
        launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumFlags] },
        contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1360, height: 820 } }],
    },
  },
})
