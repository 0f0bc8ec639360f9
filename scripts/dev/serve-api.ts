/** The product without its pages, as run by dev.ts: stopped by its parent, or when the parent ends. */
import { describeStart } from '#scripts/describe-start.ts'
import { readConfig } from '#server/config.ts'
import { main } from '#server/main.ts'
import { makeLog } from '#server/lib/log/make-log.ts'

/** Sent to the parent once it responds. */
export type Ready = { port: number; text: string }

const config = readConfig(process.env)
// Ctrl-C reaches the whole group; the parent stops this process after closing the pages.
process.on('SIGINT', () => undefined)
const running = main(config, {
  role: 'all',
  demo: process.argv.includes('--demo'),
  log: makeLog(config.logLevel),
  say: (line) => process.stderr.write(`${line}\n`),
  onOutdated: () => process.exit(1),
})
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => void end())

const started = await running
const text = describeStart({ ...started, role: 'all', isDatabaseOwn: true })
process.send?.({ port: started.config.port, text } satisfies Ready)

async function end() {
  const { stop } = await running
  await stop()
  process.exit(0)
}
