import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { listBelow, listMarked, readProcess } from './list-processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'torture-product-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe.runIf(process.platform === 'linux')('processes', () => {
  test('are found below their parent and by a mark in their arguments or environment', async () => {
    const mark = `mark-${process.pid}`
    const shell = spawn('/bin/sh', ['-c', 'sleep 60; true'], {
      env: { ...process.env, MARK: mark },
      detached: true,
    })
    onTestFinished(() => void process.kill(-(shell.pid ?? 0), 'SIGKILL'))
    await expect.poll(() => listBelow(shell.pid ?? 0).map(({ command }) => command)).toEqual(['sleep 60'])
    expect(listMarked(mark).map(({ pid }) => pid)).toContain(shell.pid)
    expect(readProcess(shell.pid ?? 0)).toMatchObject({ parent: process.pid })
  })

  test('that have ended are not listed, zombies included', async () => {
    const child = spawn('/bin/sh', ['-c', 'exit 0'])
    await expect.poll(() => readProcess(child.pid ?? 0)).toBeUndefined()
  })
})

test('a clock offset applies to wall time alone, and is reset', () => {
  const file = join(dir, 'offset')
  writeFileSync(file, '3600000')
  const script = `
    const begun = performance.now()
    const seen = [Date.now(), new Date().getTime(), Date.parse(new Date().toISOString())]
    const kept = [new Date(5).getTime(), new Date(2020, 0, 1).getFullYear(), new Date() instanceof Date, typeof Date()]
    setTimeout(() => console.log(JSON.stringify({ seen, kept, then: Date.now(), passed: performance.now() - begun })), 400)
    require('node:fs').writeFileSync(${JSON.stringify(file)}, '0')`
  const shim = join(import.meta.dirname, 'clock-shim.mjs')
  const said = execFileSync(process.execPath, [`--import=${shim}`, '-e', script], {
    env: { ...process.env, TORTURE_CLOCK_FILE: file },
    encoding: 'utf8',
  })
  const { seen, kept, then, passed } = JSON.parse(said)
  for (const at of seen) expect(Math.abs(at - Date.now() - 3_600_000)).toBeLessThan(60_000)
  expect(kept).toEqual([5, 2020, true, 'string'])
  expect(Math.abs(then - Date.now())).toBeLessThan(60_000)
  expect(passed).toBeLessThan(60_000)
})
