import type { SourceFile } from './source-file.ts'

/** Migrations must not change the ledger. */
export function checkMigration({ path, text }: SourceFile): string[] {
  if (!path.startsWith('db/migrations/')) return []
  const sql = text.replaceAll(/--.*$/gm, '')
  const changes =
    /\b(update|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?("?public"?\.)?"?transactions\b|\balter\s+table\s+(only\s+)?("?public"?\.)?"?transactions\b[^;]*\b(type|drop\s+column)\b/i
  const unguards = /\b(disable|drop)\s+trigger\b|\bsession_replication_role\b/i
  return [
    ...(changes.test(sql) ? ['no migration changes or deletes rows of the ledger'] : []),
    ...(unguards.test(sql) ? ['no migration removes a guard, not even temporarily'] : []),
  ]
}
