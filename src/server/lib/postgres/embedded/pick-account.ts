import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The account that PostgreSQL runs as; empty if it is this process's own. */
export type Account = { uid: number; gid: number } | Record<string, never>

/** PostgreSQL refuses to run as root, so root runs it as `postgres`, or as `nobody` if that is missing. */
export function pickAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.match(new RegExp(`^${name}:.*$`, 'm'))?.[0].split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and /etc/passwd has neither a postgres nor a nobody account. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Tested by trying, because permissions alone (groups, ACLs, mounts) don't tell. */
export function canGoTo(account: Account, dir: string): boolean {
  if (!('uid' in account)) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/' }).status === 0
}
