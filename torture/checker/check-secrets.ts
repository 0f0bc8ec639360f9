import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { type Finding, finding } from './finding.ts'

/** No log contains a secret. `files` are logs or folders of logs. */
export function checkSecrets(files: readonly string[], secrets: Readonly<Record<string, string>>): Finding[] {
  return files.flatMap(listFiles).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return Object.entries(secrets)
      .filter(([, secret]) => secret !== '' && text.includes(secret))
      .map(([name]) => finding('other', `${file} holds ${name}`))
  })
}

function listFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  return found.isDirectory() ? readdirSync(path).flatMap((name) => listFiles(join(path, name))) : [path]
}
