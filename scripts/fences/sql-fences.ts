/** Where SQL is allowed, that only `transact` opens a tx, and that each table is written by one module. */
import { isTest, type SourceFile, withoutComments } from './source-file.ts'

const hasSql = /^src\/server\/(lib|modules)\//

/** Statements that write other modules' tables for a reason, with these tables. */
const shared: Record<string, readonly string[]> = {
  // One statement prices, checks, debits, counts towards daily limits of API keys, and writes: decision 1.
  'src/server/modules/orders/placing/place-orders-statement.ts': ['accounts', 'transactions'],
  'src/server/modules/orders/placing/place-on-shard.ts': ['accounts', 'transactions'],
  // Parts of it.
  'src/server/modules/orders/placing/key-limits-statement.ts': ['api_access', 'api_keys'],
  // One commit lands a chunk of statuses and locks each customer's account only briefly: decision 11.
  'src/server/modules/orders/polling/land-statuses-statement.ts': [
    'accounts',
    'notifications',
    'transactions',
  ],
}

const builder = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
const template = /\bsql\s*(?:<[^`]*?>)?`|\bsql\.[a-z]+\(/
const ownTx = /\.(?:transaction|startTransaction)\(\)/
const raw = /\.query\s*(?:<[^`]*?>)?\(/

export function checkSqlPlace({ path, text }: SourceFile): string[] {
  if (!path.startsWith('src/server/') || isTest(path) || path.startsWith('src/server/lib/postgres/'))
    return []
  const code = withoutComments(text)
  const faults = ownTx.test(code) ? ['a tx is opened by transact() only'] : []
  if (code.includes('pg_advisory')) faults.push('an advisory lock is taken by takeLock() only')
  if (hasSql.test(path) && !path.endsWith('-routes.ts')) return faults
  for (const sign of [builder, template, raw]) {
    const found = sign.exec(code)?.[0]
    if (found !== undefined)
      faults.push(`'${found}': SQL is allowed in modules and lib only, and not in routes`)
  }
  return faults
}

const written = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)(?: as [a-z_]+)?'/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+)/gi,
  /\bupdate\s+(?:only\s+)?"?([a-z_]+)"?(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/gi,
  // Rows of generated past data.
  /\bcopyInto\(\s*'([a-z_]+)'/g,
  // A retention policy.
  /\btable:\s*'([a-z_]+)',\s*(?:key:|\.\.\.)/g,
]
/** A write whose table is not named literally can't be checked. */
const writtenUnnamed = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s][^)]*\)/g

/** Checks query builders and SQL text. Triggers are in the migrations and not checked. */
export function checkWriters(files: readonly SourceFile[]): string[] {
  const writers = new Map<string, Map<string, string>>()
  const faults: string[] = []
  for (const { path, text } of files) {
    const module = /^src\/server\/(?:modules\/)?([a-z-]+)\//.exec(path)?.[1]
    if (module === undefined || isTest(path)) continue
    const code = withoutComments(text)
    for (const [call] of code.matchAll(writtenUnnamed)) faults.push(`${path}: '${call}': name the table here`)
    for (const [, table] of written.flatMap((sign) => [...code.matchAll(sign)])) {
      if (table === undefined || shared[path]?.includes(table)) continue
      const paths = writers.get(table) ?? new Map<string, string>()
      writers.set(table, paths.set(module, path))
    }
  }
  for (const [table, paths] of writers)
    if (paths.size > 1)
      faults.push(`${[...paths.values()].toSorted().join(', ')}: ${table} is written by one module only`)
  return faults
}
