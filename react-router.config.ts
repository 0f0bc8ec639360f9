import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  // scripts/build-web.ts moves it to its place when it is complete.
  buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build/unfinished-by-hand',
  ssr: true,
  // A route is one file: its parts are small, and a request for each costs more.
  splitRouteModules: false,
  // All routes are known at once: some thirty lines in a cached file instead of a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
