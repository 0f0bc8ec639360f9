import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/**
 * Every URL of the product: a good place to start reading.
 *
 * Pages under the public layout are rendered on the server with what an anonymous visitor may see (`loader`). The bare
 * layout is the same without a menu. Pages under the signed-in layout load in the browser (`clientLoader`,
 * `clientAction`), behind its guard. The admin layout is the same for role admin only. Pages under the visitor layout
 * are public, and have the signed-in frame for users who are signed in.
 *
 * Each layout keeps its frame around a page that fails or is loading, through the boundary inside it. A page with
 * nested pages is its own boundary.
 */
export default [
  layout('app/layouts/public-layout.tsx', [
    index('site/landing/landing-page.tsx'),
    route('login', 'site/sign-in/login-page.tsx'),
    route('register', 'site/sign-in/register-page.tsx'),
    route('forgot-password', 'site/sign-in/forgot-password-page.tsx'),
    route('reset-password/:token', 'site/sign-in/links/reset-password-page.tsx'),
    route('confirm-email/:token', 'site/sign-in/links/confirm-email-page.tsx'),
    route('cancel-email-change/:token', 'site/sign-in/links/cancel-email-change-page.tsx'),
    route('unsubscribe/:token', 'site/unsubscribe/unsubscribe-page.tsx'),
    route('faq', 'site/faq/faq-page.tsx'),
    route('contact', 'site/contact/contact-page.tsx'),
    route('pricing', 'site/pricing/pricing-page.tsx'),
    route('api-docs', 'site/api-docs/api-docs-page.tsx'),
    route('terms', 'site/legal/terms-page.tsx'),
    route('privacy', 'site/legal/privacy-page.tsx'),
    route('refund', 'site/legal/refund-page.tsx'),
  ]),
  layout('app/layouts/bare-layout.tsx', [
    route('setup/:token', 'site/sign-in/links/setup-page.tsx'),
    route('invitation/:token', 'site/sign-in/links/invitation-page.tsx'),
  ]),
  layout('app/layouts/visitor-layout.tsx', [
    // One route: switching the platform keeps what was typed and the focus.
    route('services/:platform?', 'site/services/services-page.tsx'),
    route('*', 'app/errors/not-found-page.tsx'),
  ]),
  layout('app/layouts/signed-in-layout.tsx', [
    layout('app/errors/page-boundary.tsx', { id: 'signed-in-boundary' }, [
      route('dashboard', 'shop/dashboard/dashboard-page.tsx'),
      route('new-order', 'shop/new-order/new-order-page.tsx'),
      route('mass-order', 'shop/mass-order/mass-order-page.tsx'),
      route('orders', 'shop/orders/orders-page.tsx'),
      route('orders/:id', 'shop/orders/order/order-page.tsx'),
      route('transactions', 'shop/transactions/transactions-page.tsx'),
      route('transactions/statement', 'shop/transactions/statement-page.tsx'),
      route('add-funds', 'shop/add-funds/add-funds-page.tsx'),
      route('add-funds/manual', 'shop/add-funds/manual/manual-payment-page.tsx'),
      route('add-funds/success', 'shop/add-funds/status/payment-status-page.tsx'),
      route('notifications', 'shop/notifications/notifications-page.tsx'),
      route('profile', 'shop/settings/profile-page.tsx'),
    ]),
    // A ticket is shown in front of the list it was opened from, which stays mounted.
    route('support', 'shop/support/support-page.tsx', [route('tickets/:id', 'shop/support/ticket-page.tsx')]),
    route('settings', 'shop/settings/settings-page.tsx', [
      index('shop/settings/profile-tab.tsx'),
      route('security', 'shop/settings/security/security-tab.tsx'),
      route('notifications', 'shop/settings/notifications-tab.tsx'),
      route('api', 'shop/settings/api/api-tab.tsx'),
    ]),
  ]),
  layout('app/layouts/staff-layout.tsx', [
    layout('app/errors/page-boundary.tsx', { id: 'admin-boundary' }, [
      route('admin', 'admin/frame/staff-index.tsx'),
      route('admin/dashboard', 'admin/dashboard/dashboard-page.tsx'),
      route('admin/services/import', 'admin/imports/import-page.tsx'),
      route('admin/announcements', 'admin/announcements/announcements-page.tsx'),
      route('admin/announcements/new', 'admin/announcements/new-announcement-page.tsx'),
      route('admin/services', 'admin/services/services-page.tsx'),
      route('admin/services/names', 'admin/services/names/names-page.tsx'),
      route('admin/orders', 'admin/orders/orders-page.tsx'),
      route('admin/orders/incidents', 'admin/orders/incidents/incidents-page.tsx'),
      route('admin/orders/:id', 'admin/orders/order/order-page.tsx'),
      route('admin/providers', 'admin/providers/providers-page.tsx'),
      route('admin/providers/:id', 'admin/providers/provider/provider-page.tsx'),
      route('admin/reports', 'admin/reports/reports-page.tsx'),
      route('admin/reports/reconciliation', 'admin/reports/reconciliation/reconciliation-page.tsx'),
      route('admin/users', 'admin/users/users-page.tsx'),
      route('admin/users/:id', 'admin/users/user/user-page.tsx'),
      route('admin/transactions', 'admin/transactions/transactions-page.tsx'),
      route('admin/contact', 'admin/contact/contact-page.tsx'),
      route('admin/failures', 'admin/failures/failures-page.tsx'),
      route('admin/tickets', 'admin/tickets/tickets-page.tsx'),
      route('admin/tickets/replies', 'admin/tickets/replies/canned-replies-page.tsx'),
      route('admin/tickets/:id', 'admin/tickets/ticket-page.tsx'),
    ]),
    route('admin/api', 'admin/api/api-page.tsx', [
      index('admin/api/api-keys-page.tsx'),
      route('webhooks', 'admin/api/webhooks-page.tsx'),
    ]),
    route('admin/settings', 'admin/settings/settings-page.tsx', [
      index('admin/settings/settings-index.tsx'),
      route('brand', 'admin/settings/site/brand-page.tsx'),
      route('front', 'admin/settings/site/front-page.tsx'),
      route('contact', 'admin/settings/site/contact-page.tsx'),
      route('texts', 'admin/settings/site/texts-page.tsx'),
      route('legal', 'admin/settings/legal/legal-page.tsx'),
      route('visitors', 'admin/settings/site/visitor-tags-page.tsx'),
      route('limits', 'admin/settings/money/limits-page.tsx'),
      route('money', 'admin/settings/money/money-page.tsx'),
      route('methods', 'admin/settings/methods/methods-page.tsx'),
      route('methods/:id', 'admin/settings/methods/method-page.tsx'),
      route('mail', 'admin/settings/system/mail-page.tsx'),
      route('storage', 'admin/settings/system/storage-page.tsx'),
      route('backups', 'admin/settings/backups/backups-page.tsx'),
      route('translator', 'admin/settings/system/translator-page.tsx'),
      route('api', 'admin/settings/system/api-page.tsx'),
      route('access', 'admin/settings/site/access-page.tsx'),
      route('lists', 'admin/settings/site/lists-page.tsx'),
      route('retention', 'admin/settings/system/retention-page.tsx'),
    ]),
    route('admin/deposits', 'admin/deposits/deposits-page.tsx', [
      route(':id', 'admin/deposits/deposit-page.tsx'),
    ]),
    route('admin/audit', 'admin/audit/audit-page.tsx', [route(':number', 'admin/audit/action-page.tsx')]),
  ]),
] satisfies RouteConfig
