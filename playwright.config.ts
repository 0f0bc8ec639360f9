import { defineConfig } from '@playwright/test'

import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'

const executablePath = findChromium()

const args = [
  ...chromiumFlags,
  // Also for the window around the page, whose turning wheels are a tenth of what a page costs.
  '--force-prefers-reduced-motion',
  // This machine under a name that is no secure context: as in a LAN without HTTPS.
  '--host-resolver-rules=MAP panel.test 127.0.0.1',
]
/** A page of a journey ends before its scripts are worth optimizing: a twentieth of what it costs. */
const unoptimized = '--js-flags=--no-opt --no-maglev'
const launchOptions = { ...(executablePath && { executablePath }), args: [...args, unoptimized] }
/** One needs a product without data of other journeys, the other a browser as users have it, which it measures. */
const ownWorker = ['languages.journey.ts', 'fast-typing.journey.ts']

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/journeys/global-setup.ts',
  // Each worker has a product of its own (journey.ts), so any journey may go to any of them. By two at once the cores
  // stood idle for a sixth of the time: journeys wait for deliveries, emails and events.
  workers: 3,
  fullyParallel: true,
  // Files go by their names: the pages, short and many, come last and keep each worker busy to the end.
  projects: [
    // First: at the end one worker would be busy with them alone.
    {
      name: 'own worker',
      testMatch: ownWorker,
      workers: 1,
      use: { launchOptions: { ...launchOptions, args } },
    },
    { name: 'journeys', testMatch: '*.journey.ts', testIgnore: ownWorker },
  ],
  // What a machine may take that has ten times as much to do: waiting ends with what is waited for.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    // tell-of-failure.ts takes those of failures: Playwright would take one of each page that is closed, and keep it if
    // the journey fails later.
    screenshot: 'off',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions,
  },
})
