import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backup, checkBackup, listBackups, makeBackup } from '#contract/operations/backups.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import { type SectionName, sectionNames } from '#contract/settings/settings-sections.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'

const automatic = {
  at: '03:00',
  time_zone: 'Asia/Ho_Chi_Minh',
  keep: 14,
  folder: null,
  bucket: null,
  checks_weekly: true,
}
const { settings, versions } = getSettings.answer.schema.shape
const settingsWith = (backups: typeof automatic | null) =>
  z.encode(z.object({ settings, versions }), {
    settings: { ...defaultSettings, backups },
    versions: Object.fromEntries(sectionNames.map((name) => [name, 0])) as Record<SectionName, number>, // every name
  })

const made = (id: number, members: object) =>
  like(backup, {
    id,
    kind: 'planned',
    state: 'done',
    finished_at: '2026-05-04T03:00:00.000Z',
    place: '/backups',
    name: `${id}.tar.zst`,
    bytes: 1_500_000,
    ...members,
  })

/** Changes and requests are added to `sent`. */
async function openPage({ on, answers }: { on: boolean; answers: readonly Answer[] }): Promise<unknown[]> {
  const sent: unknown[] = []
  const note = (status: number, answer: object) => async (request: Request) => {
    const { pathname } = new URL(request.url)
    sent.push([pathname, await request.json()])
    return Response.json(answer, { status })
  }
  const known = settingsWith(on ? automatic : null)
  await openHere({
    at: '/admin/settings/backups',
    viewer: 'staff',
    answers: [
      [getSettings, known],
      ...answers,
      [updateSettings, note(200, { success: true, ...known })],
      [makeBackup, note(201, { success: true, backup_id: 9 })],
      [checkBackup, note(200, { success: true })],
    ],
  })
  return sent
}

test('backups are listed with failures, check results and their reasons; the newest file is named', async () => {
  const space = { folder: '/backups', needed_bytes: 3_000_000_000, free_bytes: 1_000_000_000 }
  await openPage({
    on: true,
    answers: [
      [
        listBackups,
        {
          is_late: true,
          next_at: '2026-05-05T03:00:00.000Z',
          backups: [
            made(7, { state: 'running', finished_at: null }),
            made(6, { state: 'failed', reason: { code: 'backup_no_space', details: space } }),
            made(5, { is_sealed: true, check: 'running' }),
            made(4, { verdict: 'unknown', verdict_reason: { code: 'backup_other_folder', details: {} } }),
            made(3, { verdict: 'damaged', verdict_reason: { code: 'backup_gone', details: {} } }),
            made(2, { verdict: 'good' }),
            made(1, { kind: 'command' }),
          ],
        },
      ],
    ],
  })
  await expectShown({
    text: [
      'The last planned backup is late.',
      '1.5 MB so far',
      'not enough space in /backups: 3 GB needed, 1 GB free',
      'Encrypted',
      'Checking',
      "Couldn't be checked",
      /^this folder has none of the backups made here before/,
      "Can't be restored",
      "the backup's file is gone",
      'Can be restored',
      'By command',
      'Newest: /backups/5.tar.zst',
      /^Next: /,
    ],
  })
  // Not for one that is running, failed, or made by the command.
  expect(page.getByRole('button', { name: /^Check the backup of/ }).elements()).toHaveLength(4)
  await expect.element(page.getByRole('button', { name: 'Back Up Now' })).toBeDisabled()
})

test.each([
  ['Back Up Now', ['/api/admin/backups', {}]],
  [/^Check the backup of/, ['/api/admin/backups/5/check', {}]],
])('%s asks for it, once', async (name, request) => {
  const sent = await openPage({ on: true, answers: [[listBackups, { backups: [made(5, {})] }]] })
  await press('button', name)
  await expect.poll(() => sent).toEqual([request])
})

test('backups are turned on with a custom folder, and saved as typed', async () => {
  const sent = await openPage({ on: false, answers: [] })
  await expectShown({ text: ['No backups yet'] })
  expect(page.getByRole('button', { name: 'Back Up Now' }).elements()).toEqual([])
  await page.getByRole('switch', { name: 'Back up automatically' }).click()
  await fill('Time of day', '04:30')
  await fill('Backups to keep', '30')
  await fill('Folder', '/mnt/backups')
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expect.poll(() => sent).toHaveLength(1)
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(sent[0]).toEqual([
    '/api/admin/settings',
    expect.objectContaining({
      backups: { ...automatic, time_zone, at: '04:30', keep: 30, folder: '/mnt/backups' },
    }),
  ])
})
