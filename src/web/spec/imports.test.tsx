import { fetchServices, importServices } from '#contract/catalogue/imports.ts'
import { refuse } from '#web/testing/answer-calls.ts'
import { expectScreens, expectShown, fill, press } from '#web/testing/expect-screens.ts'
import { importable } from '#web/testing/shop.ts'

const fetchList = () => press('button', 'Fetch Services')

expectScreens([
  {
    name: 'Import, step 1',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: importable,
    shows: {
      heading: ['Import Services'],
      combobox: ['Provider'],
      option: ['JustAnotherPanel', 'SMMDoge', 'Custom API URL'],
      button: ['Fetch Services'],
    },
  },
  {
    name: 'Import, step 2',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: importable,
    first: fetchList,
    shows: { button: ['Back', /^Import Selected/], textbox: [/^Markup/], text: ['Instagram Likes'] },
  },
  {
    name: 'Import, neither provider nor address',
    at: '/admin/services/import',
    viewer: 'staff',
    language: 'vi',
    answers: importable,
    first: async () => {
      await fill('Nhà cung cấp', '-')
      await press('button', 'Lấy dịch vụ')
    },
    shows: { text: ['Vui lòng chọn nhà cung cấp hoặc nhập URL API tùy chỉnh'] },
  },
  {
    name: 'Import, not fetched, in Vietnamese',
    at: '/admin/services/import',
    viewer: 'staff',
    language: 'vi',
    answers: [[fetchServices, refuse(502, { message: 'not today' })], ...importable],
    first: () => press('button', 'Lấy dịch vụ'),
    shows: { text: ['Không thể lấy dịch vụ: not today'] },
  },
  {
    name: 'Import, no services',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: [[fetchServices, { data: [] }], ...importable],
    first: fetchList,
    shows: { text: ['No services found from the API'] },
  },
  {
    name: 'Import, no answer of ours',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: [[fetchServices, () => Response.json({ odd: true })], ...importable],
    first: fetchList,
    shows: { text: ['Invalid response from API'] },
  },
  {
    name: 'Import, step 2 without a list',
    at: '/admin/services/import?step=list',
    viewer: 'staff',
    answers: importable,
    shows: { text: ['No services data available. Please fetch services first.'] },
  },
  {
    name: 'Import, none chosen',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: importable,
    first: async () => {
      await fetchList()
      await press('button', /^Import Selected/)
    },
    shows: { text: ['No services selected for import'] },
  },
  {
    name: 'Import, failed',
    at: '/admin/services/import',
    viewer: 'staff',
    answers: [...importable, [importServices, refuse(500, { message: 'not today' })]],
    first: async () => {
      await fetchList()
      await press('checkbox', 'Select Instagram Likes')
      await expectShown({ text: ['$0.6500'] })
      await press('button', /^Import Selected/)
    },
    shows: { text: ['Failed to import services: not today'] },
  },
])
