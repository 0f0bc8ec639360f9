import type { BrowserContext, Page, Request, TestInfo } from '@playwright/test'

const waitMs = 5_000

/**
 * What each page shows and met, to be read where a journey failed: a trace of every journey would be a tenth of the time
 * that all of them take. Whoever wants one runs the journey with `--trace=on`.
 */
export async function tellOfFailure(
  { title, status, expectedStatus }: TestInfo,
  contexts: readonly BrowserContext[],
): Promise<void> {
  if (status === expectedStatus) return
  for (const page of contexts.flatMap((context) => context.pages()))
    process.stderr.write(`\nA page of "${title}":\n${await describePage(page)}\n`)
}

async function describePage(page: Page): Promise<string> {
  const parts = [
    Promise.resolve(page.url()),
    page.locator('body').ariaSnapshot({ timeout: waitMs }),
    page
      .consoleMessages()
      .then((messages) => messages.map((message) => `${message.type()}: ${message.text()}`)),
    page.pageErrors().then((errors) => errors.map((error) => error.stack ?? error.message)),
    page.requests().then((requests) => Promise.all(requests.map(describeRequest))),
  ]
  // A page that hangs or is gone says so in place of what it can't say.
  const told = await Promise.all(parts.map((part) => Promise.race([part, giveUp()]).catch(String)))
  return told.flat().filter(Boolean).join('\n')
}

async function giveUp(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  return 'no answer'
}

/** Only what was not answered well. */
async function describeRequest(request: Request): Promise<string> {
  const failure = request.failure()?.errorText
  const response = failure === undefined ? await Promise.race([request.response(), giveUp()]) : null
  const status = typeof response === 'string' ? response : response?.status()
  return typeof status === 'number' && status < 400
    ? ''
    : `${request.method()} ${request.url()}: ${failure ?? status}`
}
