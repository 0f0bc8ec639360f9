import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { projectDir } from '#scripts/build-web.ts'

export type Package = {
  name: string
  version: string
  /** An SPDX expression; undefined if the package declares none. */
  licence: string | undefined
  /** The package has an install script. */
  hasInstallScript: boolean
}

type Locked = { name?: string; version: string; license?: string; hasInstallScript?: true }

/**
 * Every package in the lock file. Installed packages state their licence themselves; for other platforms' packages
 * the lock file does.
 */
export function readLock(): Package[] {
  const { packages } = readJson(join(projectDir, 'package-lock.json')) as { packages: Record<string, Locked> } // npm's own
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version, license, hasInstallScript }]) => {
      const file = join(projectDir, path, 'package.json')
      const own = existsSync(file) ? (readJson(file) as { license?: unknown }).license : license
      return {
        name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        licence: typeof own === 'string' ? own : undefined,
        hasInstallScript: hasInstallScript === true,
      }
    })
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
