import type { Role, Running } from '#server/main.ts'

type Facts = Omit<Running, 'stop'> & { role: Role; isDatabaseOwn: boolean }

/** The output for the person who just started the product. Scripts wait for the first line. */
export function describeStart(facts: Facts): string {
  const { config, role, setupUrl, imported, demo, isDatabaseOwn } = facts
  const kept = [
    ...(isDatabaseOwn ? ['the database'] : []),
    'the keys',
    ...(config.sandbox ? ['the sandbox'] : []),
  ]
  const where = `Data: ${config.dataDir} holds ${kept.join(', ')} and ticket files.`
  if (role === 'worker') {
    const health = `Health: http://${config.host}:${config.healthPort}/readyz, and /metrics there.`
    return paragraphs(['Tally & Reach is working the queues', health, where, howToStop])
  }
  return paragraphs(
    [
      `Tally & Reach is ready at ${config.publicUrl}`,
      'A self-hosted panel for selling social media growth services: customers prepay, orders go on to providers.',
    ],
    [
      setupUrl
        ? `Create the first admin (this link works once, within 24 hours): ${setupUrl}`
        : `Sign in at ${config.publicUrl}/login`,
      ...(config.sandbox ? describeSandbox(imported, demo) : []),
      where,
      nextStep(setupUrl, config.sandbox),
      howToStop,
    ],
  )
}

const howToStop = 'Ctrl-C stops it.'

function describeSandbox(imported: Facts['imported'], demo: Facts['demo']): string[] {
  return [
    'Sandbox: on. Orders and payments are simulated, and no real money moves.',
    'This database stays in sandbox mode. To go live, create a new one: npm run go-live -- --data-dir=./live',
    ...(imported
      ? [
          `Services: ${imported.services} imported from the sandbox provider, with a markup of ${imported.markupPercent}%.`,
        ]
      : []),
    describeDemo(demo),
  ]
}

function describeDemo(demo: Facts['demo']): string {
  if (demo === undefined)
    return 'Demo: npm start -- --demo adds invented data for a month and prints a customer’s password.'
  if (demo.password !== undefined) return `Demo customer: ${demo.email} with the password ${demo.password}`
  return `Demo customer: ${demo.email}. To set a new password: DEMO_PASSWORD=… npm start -- --demo`
}

function nextStep(setupUrl: string | undefined, isSandbox: boolean): string {
  const first = setupUrl ? 'open that link to create the admin' : 'sign in'
  if (isSandbox) return `Next: ${first}, then register as a customer, add funds and place an order.`
  return `Next: ${first}, then add a provider and import its services.`
}

function paragraphs(...all: string[][]): string {
  return `${all.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
