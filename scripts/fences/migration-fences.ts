import { baselineLast } from '#server/lib/postgres/read-migrations.ts'

import type { SourceFile } from './source-file.ts'

/** Migrations must not change the ledger, and must declare whether processes of the previous version can run alongside. */
export function checkMigration({ path, text }: SourceFile): string[] {
  if (!path.startsWith('db/migrations/')) return []
  const sql = text.replaceAll(/--.*$/gm, '')
  const changes =
    /\b(update|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?("?public"?\.)?"?transactions\b|\balter\s+table\s+(only\s+)?("?public"?\.)?"?transactions\b[^;]*\b(type|drop\s+column)\b/i
  const unguards = /\b(disable|drop)\s+trigger\b|\bsession_replication_role\b/i
  const name = path.split('/').at(-1) ?? ''
  const isSilent = name > baselineLast && !/^-- rolling: (?:yes|no), \S.{20,}\n/.test(text)
  return [
    ...(isSilent ? ['a migration begins with "-- rolling: yes, " or "-- rolling: no, " and why'] : []),
    ...(changes.test(sql) ? ['no migration changes or deletes rows of the ledger'] : []),
    ...(unguards.test(sql) ? ['no migration removes a guard, not even temporarily'] : []),
  ]
}
