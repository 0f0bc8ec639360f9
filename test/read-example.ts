import type { ExampleLanguage } from '#contract/site/example-code.ts'

/** `form` has the members in order. */
export type ExampleRequest = {
  method: string
  url: string
  headers: Record<string, string>
  form: [name: string, value: string][]
}

/** Reads from the text of an example the /api/v2 request that it makes. */
export const readExample: Record<ExampleLanguage, (code: string) => ExampleRequest> = {
  JavaScript: (code) => ({
    method: first(code, /method: '(\w+)'/),
    url: first(code, /fetch\('([^']+)'/),
    headers: Object.fromEntries(pairs(code, /headers: \{(.*?)\}/s, /'([\w-]+)': '([^']*)'/g)),
    form: pairs(code, /URLSearchParams\(\{(.*?)\}\)/s, /(\w+): '([^']*)'/g),
  }),
  Python: (code) => ({
    method: first(code, /method='(\w+)'/),
    url: first(code, /Request\(\s*'([^']+)'/),
    headers: Object.fromEntries(pairs(code, /headers=\{(.*?)\}/s, /'([\w-]+)': '([^']*)'/g)),
    form: pairs(code, /urlencode\(\{(.*?)\}\)/s, /'(\w+)': '([^']*)'/g),
  }),
  PHP: (code) => ({
    method: first(code, /CURLOPT_CUSTOMREQUEST => '(\w+)'/),
    url: first(code, /curl_init\('([^']+)'/),
    headers: Object.fromEntries(pairs(code, /CURLOPT_HTTPHEADER => \[(.*?)\]/s, /'([\w-]+): ([^']*)'/g)),
    form: pairs(code, /http_build_query\(\[(.*?)\]\)/s, /'(\w+)' => '([^']*)'/g),
  }),
  curl: (code) => ({
    // curl sends data by POST, unless -X says otherwise.
    method: code.includes('--data-urlencode') && !code.includes('-X') ? 'POST' : '',
    url: first(code, /^curl '([^']+)'/),
    headers: Object.fromEntries(pairs(code, /(.*)/s, /-H '([\w-]+): ([^']*)'/g)),
    form: pairs(code, /(.*)/s, /--data-urlencode '(\w+)=([^']*)'/g),
  }),
}

function first(code: string, pattern: RegExp): string {
  return pattern.exec(code)?.[1] ?? ''
}

/** The pairs in the part that `part` matches. */
function pairs(code: string, part: RegExp, pair: RegExp): [string, string][] {
  return [...first(code, part).matchAll(pair)].map(([, name = '', value = '']) => [name, value])
}
