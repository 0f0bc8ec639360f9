import { dirname, join, normalize } from 'node:path'

import { type SourceFile, withoutComments } from './source-file.ts'

const aliases: Record<string, string> = {
  '#client/': 'src/client/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#sandbox/': 'sandbox/',
  '#scripts/': 'scripts/',
  '#test/': 'test/',
  '#bench/': 'bench/',
  '#torture/': 'torture/',
}

/** `target` is the file in the project; undefined for a package. */
export type Import = { specifier: string; target: string | undefined; isType: boolean }

export function readImports({ path, text }: SourceFile): Import[] {
  const found = withoutComments(text).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g,
  )
  return [...found].map(([, type, still, dynamic]) => {
    const specifier = still ?? dynamic ?? ''
    return { specifier, target: resolveTarget(path, specifier), isType: type !== undefined }
  })
}

function resolveTarget(path: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  const alias = Object.keys(aliases).find((one) => specifier.startsWith(one))
  return alias ? `${aliases[alias]}${specifier.slice(alias.length)}` : undefined
}
