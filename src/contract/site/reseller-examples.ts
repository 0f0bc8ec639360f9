import type { ExampleLanguage } from './example-code.ts'

import type { ExampleCall } from './reseller-guide.ts'

type Request = { url: string; headers: Entries; form: Entries }
type Entries = readonly (readonly [name: string, value: string])[]

/** The code of one call of `action`, with each language's standard library. `origin` is the shop's URL. */
export function toExampleCode(
  language: ExampleLanguage,
  { origin, action, call }: { origin: string; action: string; call: ExampleCall },
): string {
  const { members, idempotencyKey } = call
  return write[language]({
    url: `${origin}/api/v2`,
    headers: idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey]],
    form: [['key', 'YOUR_API_KEY'], ['action', action], ...Object.entries(members)],
  })
}

const write: Record<ExampleLanguage, (request: Request) => string> = {
  curl: ({ url, headers, form }) =>
    [
      `curl '${url}'`,
      ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
      ...form.map(([name, value]) => `--data-urlencode '${name}=${value}'`),
    ].join(' \\\n  '),
  JavaScript: ({ url, headers, form }) => `const answer = await fetch('${url}', {
  method: 'POST',${lines(headers, ([name, value]) => `\n  headers: { '${name}': '${value}' },`)}
  body: new URLSearchParams({${lines(form, ([name, value]) => `\n    ${name}: '${value}',`)}
  }),
})
if (!answer.ok) throw new Error(\`Try again in \${answer.headers.get('Retry-After')} s\`)
console.log(await answer.json())`,
  Python: ({ url, headers, form }) => `import json
from urllib import parse, request

call = request.Request(
    '${url}',
    method='POST',${lines(headers, ([name, value]) => `\n    headers={'${name}': '${value}'},`)}
    data=parse.urlencode({${lines(form, ([name, value]) => `\n        '${name}': '${value}',`)}
    }).encode(),
)
with request.urlopen(call, timeout=60) as answer:
    print(json.load(answer))`,
  PHP: ({ url, headers, form }) => `<?php
$call = curl_init('${url}');
curl_setopt_array($call, [
    CURLOPT_CUSTOMREQUEST => 'POST',${lines(headers, ([name, value]) => `\n    CURLOPT_HTTPHEADER => ['${name}: ${value}'],`)}
    CURLOPT_POSTFIELDS => http_build_query([${lines(form, ([name, value]) => `\n        '${name}' => '${value}',`)}
    ]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 60,
]);
print_r(json_decode(curl_exec($call), true));`,
}

function lines(entries: Entries, toLine: (entry: readonly [string, string]) => string): string {
  return entries.map(toLine).join('')
}
