import type { BrowserContext, Page, Request, TestInfo } from '@playwright/test'

const waitMs = 5_000

/**
 * Records for a failed journey what each page shows and reported, with a screenshot: tracing every journey would take a
 * tenth of their total time. Run the journey with `--trace=on` to get a trace.
 */
export async function tellOfFailure(testInfo: TestInfo, contexts: readonly BrowserContext[]): Promise<void> {
  const { title, status, expectedStatus } = testInfo
  if (status === expectedStatus) return
  for (const page of contexts.flatMap((context) => context.pages())) {
    process.stderr.write(`\nA page of "${title}":\n${await describePage(page)}\n`)
    const path = testInfo.outputPath(`page-${testInfo.attachments.length + 1}.png`)
    const isTaken = await page.screenshot({ path, timeout: waitMs }).catch(() => undefined)
    if (isTaken) testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
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
  // A page that hangs or is closed is recorded as such.
  const told = await Promise.all(parts.map((part) => Promise.race([part, giveUp()]).catch(String)))
  return told.flat().filter(Boolean).join('\n')
}

async function giveUp(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  return 'no answer'
}

/** Failed answers only. */
async function describeRequest(request: Request): Promise<string> {
  const failure = request.failure()?.errorText
  const response = failure === undefined ? await Promise.race([request.response(), giveUp()]) : null
  const status = typeof response === 'string' ? response : response?.status()
  return typeof status === 'number' && status < 400
    ? ''
    : `${request.method()} ${request.url()}: ${failure ?? status}`
}
