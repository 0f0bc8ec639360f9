import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'

import { readAudit } from './ask-for-holes.ts'
import { judgePackages } from './judge-packages.ts'
import { readLock } from './read-lock.ts'

const one = { name: 'one', version: '1.0.0', licence: 'MIT', hasInstallScript: false }

test('every package has an accepted licence, and none runs an install script that nobody has read', () => {
  const packages = readLock()
  expect(packages.length).toBeGreaterThan(300)
  expect(judgePackages(packages)).toEqual([])
})

test('nothing runs when packages are installed', () => {
  expect(readFileSync(join(projectDir, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true')
})

test('another licence, an unlisted package with an exception, and an install script are refused', () => {
  const refused = (own: Partial<Record<keyof typeof one, unknown>>) =>
    judgePackages([{ ...one, ...own } as typeof one]).length
  expect(refused({})).toBe(0)
  expect(refused({ licence: '(MIT OR AGPL-3.0-only)' })).toBe(0)
  for (const licence of [
    'AGPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'LGPL-3.0-or-later',
    'SEE LICENSE',
    undefined,
  ])
    expect([licence, refused({ licence })]).toEqual([licence, 1])
  expect(refused({ name: '@img/sharp-libvips-new', licence: 'LGPL-3.0-or-later' })).toBe(0)
  expect(refused({ hasInstallScript: true })).toBe(1)
})

test('known vulnerabilities are reported with a link, and an unusable answer is no vulnerability', () => {
  const via = [{ title: 'Something', url: 'https://example.com/1' }, 'other']
  const report = { auditReportVersion: 2, vulnerabilities: { left: { severity: 'high', range: '<2', via } } }
  expect(readAudit(JSON.stringify(report))).toEqual({
    isAsked: true,
    holes: ['left <2: Something (high) https://example.com/1'],
  })
  for (const output of ['', 'null', '<html>', '{"message":"405 Method Not Allowed"}', '{"error":{}}'])
    expect(readAudit(output)).toMatchObject({ isAsked: false })
})

test('a registry that does not answer fails nothing, and is reported', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-deps.ts'], {
    cwd: projectDir,
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9', NODE_OPTIONS: '' },
  })
  expect(stdout).toContain('known vulnerabilities: not checked: the registry does not answer')
  expect(status).toBe(0)
}, 90_000)
