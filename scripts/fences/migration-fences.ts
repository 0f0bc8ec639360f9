import type { SourceFile } from './source-file.ts'

/** What is written in the ledger stays as it is, also when the product is upgraded. */
export function checkMigration({ path, text }: SourceFile): string[] {
  if (!path.startsWith('db/migrations/')) return []
  const sql = text.replaceAll(/--.*$/gm, '')
  const changes =
    /\b(update|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?("?public"?\.)?"?transactions\b|\balter\s+table\s+(only\s+)?("?public"?\.)?"?transactions\b[^;]*\b(type|drop\s+column)\b/i
  const unguards = /\b(disable|drop)\s+trigger\b|\bsession_replication_role\b/i
  return [
    ...(changes.test(sql) ? ['no migration changes or deletes what stands in the ledger'] : []),
    ...(unguards.test(sql) ? ['no migration takes a guard away, also not for a moment'] : []),
  ]
}
