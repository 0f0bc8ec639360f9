/** A string, a quoted name, a function's body, a comment, the end of a statement, or anything else. */
const PART = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$;/-]+|[\s\S]/g

/** Splits an SQL file into statements. */
export function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const [part] of sql.matchAll(PART)) {
    if (part === ';') statements.push('')
    else statements[statements.length - 1] += part
  }
  return statements.filter(
    (statement) => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '',
  )
}
