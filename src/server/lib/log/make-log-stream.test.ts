import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { makeLogStream } from './make-log-stream.ts'
import { makeLog } from './make-log.ts'

const LINES_PER_CALL = 1000
const CALLS = 60

/** A server that logs a thousand lines of 1 kB per call and returns its memory use. */
async function startTalker(): Promise<{
  child: ChildProcessWithoutNullStreams
  call: () => Promise<number>
}> {
  const code = `
    import { createServer } from 'node:http'
    import { makeLog } from ${JSON.stringify(join(import.meta.dirname, 'make-log.ts'))}
    import { makeLogStream } from ${JSON.stringify(join(import.meta.dirname, 'make-log-stream.ts'))}
    const stream = makeLogStream(process.stderr)
    stream.startJson()
    const log = makeLog('info', stream)
    const server = createServer((request, response) => {
      for (let at = 0; at < ${LINES_PER_CALL}; at += 1) log.info({ pad: 'x'.repeat(1000) }, 'said')
      response.end(String(process.memoryUsage.rss()))
    }).listen(0, '127.0.0.1', () => console.log(server.address().port))
    process.on('SIGTERM', () => stream.flush().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const call = async () => Number(await (await fetch(`http://127.0.0.1:${port.toString().trim()}`)).text())
  return { child, call }
}

test('a log that nobody reads blocks nothing, uses little memory, and later reports what it dropped', async () => {
  const { child, call } = await startTalker()
  const first = await call()
  let last = 0
  for (let at = 1; at < CALLS; at += 1) last = await call()
  expect(last - first).toBeLessThan(30_000_000) // 60 MB were logged

  const lines: { msg: string; dropped?: number }[] = []
  let rest = ''
  child.stderr.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map((part) => JSON.parse(part) as { msg: string; dropped?: number })) // created by pino
  })
  const count = () => lines.reduce((sum, { msg, dropped = 0 }) => sum + (msg === 'said' ? 1 : dropped), 0)
  await expect.poll(count, { timeout: 15_000 }).toBe(LINES_PER_CALL * CALLS)
  expect(lines.filter(({ msg }) => msg === 'said').length).toBeLessThan((LINES_PER_CALL * CALLS) / 3)
})

test('a process whose log nobody reads stops when asked to', async () => {
  const { child, call } = await startTalker()
  for (let at = 0; at < 5; at += 1) await call()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a process whose log reader has died keeps working', async () => {
  const { child, call } = await startTalker()
  child.stderr.destroy()
  for (let at = 0; at < 5; at += 1) expect(await call()).toBeGreaterThan(0)
})

test('during start, warnings are sentences and info is hidden; afterwards everything is JSON', async () => {
  const to = new PassThrough()
  const stream = makeLogStream(to)
  const log = makeLog('trace', stream)
  log.info('listening')
  log.warn('Waiting for the database')
  log.error({ err: new Error('it broke') }, 'a job failed')
  log.error(new Error('it broke'))
  stream.startJson()
  log.info('at work')
  to.end()
  const lines = (await text(to)).trim().split('\n')
  expect(lines.slice(0, -1)).toEqual([
    'Warning: Waiting for the database',
    'Error: a job failed: it broke',
    'Error: it broke',
  ])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 30, msg: 'at work' })
})
