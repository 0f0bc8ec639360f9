import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known at once: some thirty lines in a cached file instead of a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
