import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in package.json: `0.3.1`. */
export function readProductVersion(): string {
  const file = join(import.meta.dirname, '../../../../package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string } // ours
  return version
}
