import { deleteService, listAdminServices, updateService } from '#contract/catalogue/admin-services.ts'
import { getDiagnostics } from '#contract/operations/diagnostics.ts'
import { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { getStats } from '#contract/reports/reports.ts'
import { deleteUser, listUsers, updateUser } from '#contract/users/admin-users.ts'
import { getAdminTransaction, listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { getProfile } from '#contract/users/users.ts'
import { type Answer, loseLine, refuse } from '#web/testing/answer-calls.ts'
import { expectScreens, fill, press, type Screen } from '#web/testing/expect-screens.ts'
import { aColleague, aCustomer, aLine, soldService } from '#web/testing/shop.ts'

const one = { totalItems: 1, totalPages: 1, isBounded: false }
const services: Answer = [listAdminServices, { services: [soldService], pagination: one }]
const users: Answer = [listUsers, { users: [aCustomer, aColleague], pagination: one }]
const lines: Answer = [listAdminTransactions, { transactions: [aLine], pagination: one }]
const said = refuse(500, { message: 'not today' })

type Case = [name: string, answers: readonly Answer[], first: () => Promise<void>, text: string]
const on =
  (at: string, screen: string) =>
  ([name, answers, first, text]: Case): Screen => ({
    name: `${screen}, ${name}`,
    at,
    viewer: 'staff',
    answers,
    first,
    shows: { text: [text] },
  })
const look = async () => {}

const edit = (change: () => Promise<void>) => async () => {
  await press('link', 'Edit Instagram Followers')
  await change()
  await press('button', 'Save')
}
const remove = async () => {
  await press('link', 'Delete Instagram Followers')
  await press('button', 'Delete Service')
}
const editUser = (name: string, change: () => Promise<void>) => async () => {
  await press('button', `Edit ${name}`)
  await change()
  await press('button', 'Save Changes')
}
const removeUser = (name: string) => async () => {
  await press('button', `Delete ${name}`)
  await press('button', 'Delete User')
}
const rename = () => fill('Name', 'Another')
const choose = (label: string, option: string) => () => fill(label, option)
const databaseLine = {
  group: 'database',
  level: 'ok',
  code: 'database_good',
  details: { version: '18.4', milliseconds: 0.4 },
  sentence: 'PostgreSQL 18.4 responds in 0.4 ms.',
  advice: null,
}
const openLine = () => press('button', /Details of transaction 51$/)

expectScreens([
  {
    name: 'Orders, more to review than are counted',
    at: '/admin/orders',
    viewer: 'staff',
    answers: [[listAdminOrders, { attention_count: 1_000 }]],
    shows: { button: [/^Needs review ?1,000\+$/] },
  },
  {
    name: 'Admin dashboard',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getStats, { data: { totalUsers: 3, totalOrders: 4, completedOrders: 2, revenue: 5.5 } }],
      [getDiagnostics, { lines: [databaseLine] }],
    ],
    shows: {
      heading: ['Dashboard', 'Quick Actions', 'System Status'],
      text: ['Total users', 'Total orders', 'Total revenue (USD)', '$5.50', 'Database'],
      link: ['View Users', 'View Orders', 'View Transactions', 'Generate Report'],
    },
  },
  on(
    '/admin/dashboard',
    'Admin dashboard',
  )(['failed', [[getStats, refuse(500)]], look, 'Failed to load dashboard data. Please try again.']),
  {
    name: 'Admin services',
    at: '/admin/services',
    viewer: 'staff',
    answers: [services],
    shows: {
      heading: ['Services'],
      searchbox: ['Search services'],
      combobox: ['Category'],
      columnheader: ['ID', 'Name', 'Category', 'Platform', /^Rate/, 'Min-Max', 'Actions'],
      button: ['Add Manual Service'],
      link: ['Edit Instagram Followers', 'Delete Instagram Followers', 'Import Services'],
      text: ['$1.2500', '$1.0000', /25\s?%/],
    },
  },
  {
    name: 'Admin services, edit',
    at: '/admin/services',
    viewer: 'staff',
    answers: [services],
    first: () => press('link', 'Edit Instagram Followers'),
    shows: { dialog: ['Edit Service'], textbox: ['Name', /^Rate/, 'Min', 'Max'] },
  },
  {
    name: 'Admin services, delete',
    at: '/admin/services',
    viewer: 'staff',
    answers: [services],
    first: () => press('link', 'Delete Instagram Followers'),
    shows: { alertdialog: ['Delete service "Instagram Followers"?'] },
  },
  ...(
    [
      ['failed', [[listAdminServices, refuse(500)]], look, 'Failed to load services'],
      [
        'no values',
        [services],
        edit(() => fill('Name', '')),
        'Please fill in all required fields with valid values',
      ],
      [
        'updated',
        [services, [updateService, { service: soldService }]],
        edit(rename),
        'Service "Instagram Followers" updated successfully!',
      ],
      ['not updated', [services, [updateService, said]], edit(rename), 'Failed to update service: not today'],
      [
        'deleted',
        [services, [deleteService, {}]],
        remove,
        'Service "Instagram Followers" deleted successfully!',
      ],
      ['not deleted', [services, [deleteService, said]], remove, 'Failed to delete service: not today'],
    ] satisfies Case[]
  ).map(on('/admin/services', 'Admin services')),
  {
    name: 'Admin users',
    at: '/admin/users',
    viewer: 'staff',
    answers: [users],
    shows: {
      heading: ['Users'],
      searchbox: ['Search users'],
      columnheader: ['ID', 'Name', 'Email', 'Balance', 'Role', 'Status', 'Actions'],
      button: ['Add New User', 'Edit Minh', 'Delete Minh'],
      text: ['minh@example.com', '$4.00'],
    },
  },
  {
    name: 'Admin users, edit',
    at: '/admin/users',
    viewer: 'staff',
    answers: [users],
    first: () => press('button', 'Edit Minh'),
    shows: { dialog: ['Edit User'], textbox: ['Name', 'Email', /^Balance/], combobox: ['Role', 'Status'] },
  },
  ...(
    [
      ['401', [[listUsers, refuse(401)]], look, 'Access denied. You need admin privileges to view users.'],
      ['403', [[listUsers, refuse(403)]], look, 'Access denied. You need admin privileges to view users.'],
      ['500', [[listUsers, said]], look, 'Server error: not today'],
      [
        '500 without details',
        [[listUsers, refuse(500)]],
        look,
        'Server error: see the server log for the reason.',
      ],
      ['no response', [[listUsers, loseLine]], look, 'Network error. Please check your connection.'],
      ['any other failure', [[listUsers, refuse(404)]], look, 'Failed to load users. Please try again.'],
      ['no name', [users], editUser('Minh', () => fill('Name', '')), 'Name is required'],
      [
        'updated',
        [users, [updateUser, { user: aCustomer }]],
        editUser('Minh', rename),
        'User updated successfully!',
      ],
      [
        'not updated',
        [users, [updateUser, said]],
        editUser('Minh', rename),
        'Error updating user: not today',
      ],
      [
        'blocked',
        [users],
        editUser('Minh', choose('Status', 'blocked')),
        'Are you sure you want to block this user?',
      ],
      [
        'demoted',
        [users],
        editUser('Boris', choose('Role', 'user')),
        'Are you sure you want to demote this user from admin to user?',
      ],
      ['deleted', [users, [deleteUser, {}]], removeUser('Minh'), 'User Minh has been deleted successfully.'],
      ['not deleted', [users, [deleteUser, said]], removeUser('Minh'), 'Failed to delete user: not today'],
      [
        'last admin deleted',
        [users, [deleteUser, refuse(409, { code: 'last_admin_delete' })]],
        removeUser('Boris'),
        'Cannot delete the last admin account.',
      ],
    ] satisfies Case[]
  ).map(on('/admin/users', 'Admin users')),
  {
    name: 'Admin transactions',
    at: '/admin/transactions',
    viewer: 'staff',
    answers: [lines],
    shows: {
      heading: ['Transactions'],
      searchbox: ['Search transactions'],
      columnheader: ['ID', 'User', 'Type', 'Status', 'Amount', 'Date'],
      button: ['Export'],
      text: ['Minh', 'Deposit'],
    },
  },
  {
    name: 'Admin transactions, details',
    at: '/admin/transactions',
    viewer: 'staff',
    answers: [lines, [getAdminTransaction, { transaction: aLine }]],
    first: openLine,
    shows: { dialog: ['Transaction Details'] },
  },
  {
    name: 'Admin transactions, failed',
    at: '/admin/transactions',
    viewer: 'staff',
    answers: [[listAdminTransactions, refuse(500)]],
    shows: {
      text: ['Could not load transactions', 'Failed to load transactions. Please try again.'],
      button: ['Try Again'],
    },
  },
  on(
    '/admin/transactions',
    'Admin transactions',
  )([
    'details failed',
    [lines, [getAdminTransaction, refuse(500)]],
    openLine,
    'Could not load transaction details. Please try again.',
  ]),
  {
    name: 'Admin guard',
    at: '/admin/settings',
    viewer: 'staff',
    answers: [[getProfile, () => new Promise(() => {})]],
    shows: { link: ['Back to User Panel'] },
  },
])
