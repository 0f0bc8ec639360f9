import { globSync, readFileSync } from 'node:fs'

import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium()

/** The tests of parts: each `*.test.tsx` in a real browser, with the styles and the keyboard that people have. */
export default defineConfig({
  plugins: [tailwindcss()],
  publicDir: false,
  // Everything at once, before the first test: what Vite finds later makes it load the page anew under a test.
  optimizeDeps: {
    include: ['react/jsx-dev-runtime', 'zod/mini', ...listPackages('src/web/ui', 'src/web/gallery')],
  },
  test: {
    include: ['src/web/**/*.test.tsx'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
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

/** Every package that files of these folders import, but for what stands in tests of the server's side. */
function listPackages(...folders: string[]): string[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/*.{ts,tsx}`))
  const texts = files.filter((file) => !file.endsWith('.test.ts')).map((file) => readFileSync(file, 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/ from '([@a-z][^']*)'/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('vitest'))
}
