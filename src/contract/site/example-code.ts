export const exampleLanguages = ['curl', 'PHP', 'Python', 'JavaScript'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** Places an order and reads the balance, with each language's standard library; `origin` is the shop's URL. */
export const exampleCode: Record<ExampleLanguage, (origin: string) => string> = {
  curl: (origin) => `curl '${origin}/api/orders/create' \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: my-order-1' \\
  -d '{
    "service_id": 12345,
    "link": "https://example.com/yourname",
    "quantity": 1000
  }'

curl '${origin}/api/user/profile' \\
  -H 'Authorization: Bearer YOUR_API_KEY'
`,
  PHP: (origin) => `<?php
function ask(string $method, string $path, array $headers = [], ?array $body = null): array {
    $call = curl_init('${origin}' . $path);
    curl_setopt_array($call, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
        CURLOPT_HTTPHEADER => ['Authorization: Bearer YOUR_API_KEY', 'Content-Type: application/json', ...$headers],
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => json_encode($body)]));
    $answer = json_decode(curl_exec($call), true);
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 400) {
        throw new RuntimeException($answer['code'] . ': ' . $answer['message']);
    }
    return $answer;
}

$placed = ask('POST', '/api/orders/create', ['Idempotency-Key: my-order-1'], [
    'service_id' => 12345,
    'link' => 'https://example.com/yourname',
    'quantity' => 1000,
]);
echo 'Order ', $placed['order']['id'], PHP_EOL;

$profile = ask('GET', '/api/user/profile');
echo 'Balance ', $profile['user']['balance'], PHP_EOL;
`,
  Python: (origin) => `import json
import urllib.request

def ask(method, path, headers={}, body=None):
    request = urllib.request.Request(
        '${origin}' + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={'Authorization': 'Bearer YOUR_API_KEY', 'Content-Type': 'application/json', **headers},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)

placed = ask('POST', '/api/orders/create', {'Idempotency-Key': 'my-order-1'}, {
    'service_id': 12345,
    'link': 'https://example.com/yourname',
    'quantity': 1000,
})
print('Order', placed['order']['id'])

profile = ask('GET', '/api/user/profile')
print('Balance', profile['user']['balance'])
`,
  JavaScript: (origin) => `async function ask(method, path, headers = {}, body) {
  const answer = await fetch('${origin}' + path, {
    method,
    headers: { Authorization: 'Bearer YOUR_API_KEY', 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(\`\${said.code}: \${said.message}\`)
  return said
}

const placed = await ask('POST', '/api/orders/create', { 'Idempotency-Key': 'my-order-1' }, {
  service_id: 12345,
  link: 'https://example.com/yourname',
  quantity: 1000,
})
console.log('Order', placed.order.id)

const profile = await ask('GET', '/api/user/profile')
console.log('Balance', profile.user.balance)
`,
}
