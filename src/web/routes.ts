import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/**
 * Every URL of the product. A newcomer starts here.
 * Pages under the public layout are rendered on the server with what an anonymous visitor may see (`loader`).
 * Pages under the bare layout are the same without a menu.
 * Pages under the signed-in layout load in the browser (`clientLoader`, `clientAction`), behind its guard.
 * Pages under the admin layout are the same for those of role admin alone.
 * Pages under the visitor layout are public, and have the signed-in layout for those who are signed in.
 * Inside each stands a boundary, so that a page that fails keeps its frame.
 */
export default [
  layout('layouts/public-layout.tsx', [
    layout('layouts/public-boundary.tsx', [
      index('site/landing-page.tsx'),
      route('login', 'auth/login-page.tsx'),
      route('register', 'auth/register-page.tsx'),
      route('forgot-password', 'auth/forgot-password-page.tsx'),
      route('reset-password/:token', 'auth/reset-password-page.tsx'),
      route('confirm-email/:token', 'auth/confirm-email-page.tsx'),
      route('cancel-email-change/:token', 'auth/cancel-email-change-page.tsx'),
      route('unsubscribe/:token', 'announcements/unsubscribe-page.tsx'),
      route('faq', 'faq/faq-page.tsx'),
      route('contact', 'contact/contact-page.tsx'),
      route('pricing', 'site/pricing-page.tsx'),
      route('api-docs', 'site/api-docs-page.tsx'),
      route('terms', 'site/terms-page.tsx'),
      route('privacy', 'site/privacy-page.tsx'),
      route('refund', 'site/refund-page.tsx'),
    ]),
  ]),
  layout('layouts/bare-layout.tsx', [
    layout('layouts/public-boundary.tsx', { id: 'bare-boundary' }, [
      route('setup/:token', 'auth/setup-page.tsx'),
      route('invitation/:token', 'auth/invitation-page.tsx'),
    ]),
  ]),
  layout('layouts/visitor-layout.tsx', [
    layout('layouts/page-boundary.tsx', { id: 'visitor-boundary' }, [
      // One page: another platform keeps what was typed, and the focus.
      route('services/:platform?', 'catalogue/services-page.tsx'),
      route('*', 'site/not-found-page.tsx'),
    ]),
  ]),
  layout('layouts/signed-in-layout.tsx', [
    layout('layouts/page-boundary.tsx', { id: 'signed-in-boundary' }, [
      route('dashboard', 'dashboard/dashboard-page.tsx'),
      route('new-order', 'orders/new-order-page.tsx'),
      route('mass-order', 'orders/mass/mass-order-page.tsx'),
      route('orders', 'orders/orders-page.tsx'),
      route('orders/:id', 'orders/order-page.tsx'),
      route('transactions', 'wallet/transactions-page.tsx'),
      route('transactions/statement', 'wallet/statement-page.tsx'),
      // A ticket stands before the list that it was opened from.
      route('support', 'support/support-page.tsx', [route('tickets/:id', 'support/ticket-page.tsx')]),
      route('add-funds', 'payments/add-funds-page.tsx'),
      route('add-funds/success', 'payments/payment-status-page.tsx'),
      route('notifications', 'notifications/notifications-page.tsx'),
      route('profile', 'settings/profile-page.tsx'),
      route('settings', 'settings/settings-page.tsx', [
        // A tab that fails leaves the others.
        layout('layouts/tab-boundary.tsx', { id: 'settings-boundary' }, [
          index('settings/profile-tab.tsx'),
          route('security', 'settings/security-tab.tsx'),
          route('notifications', 'settings/notifications-tab.tsx'),
          route('api', 'settings/api-tab.tsx'),
        ]),
      ]),
    ]),
  ]),
  layout('layouts/admin-layout.tsx', [
    layout('layouts/page-boundary.tsx', { id: 'admin-boundary' }, [
      route('admin', 'layouts/admin-index.tsx'),
      route('admin/dashboard', 'reports/admin-dashboard-page.tsx'),
      route('admin/api', 'settings/admin-api-page.tsx', [
        layout('layouts/tab-boundary.tsx', { id: 'admin-api-boundary' }, [
          index('settings/admin-api-keys-page.tsx'),
          route('webhooks', 'settings/admin-webhooks-page.tsx'),
        ]),
      ]),
      route('admin/settings', 'settings/admin-settings-page.tsx', [
        // A part that fails leaves the others.
        layout('layouts/tab-boundary.tsx', { id: 'admin-settings-boundary' }, [
          index('settings/admin-settings-index.tsx'),
          route('brand', 'settings/admin-brand-page.tsx'),
          route('contact', 'settings/admin-contact-page.tsx'),
          route('texts', 'settings/admin-texts-page.tsx'),
          route('limits', 'settings/admin-limits-page.tsx'),
          route('money', 'settings/admin-money-page.tsx'),
          route('gateways', 'settings/admin-gateways-page.tsx'),
          route('mail', 'settings/admin-mail-page.tsx'),
          route('storage', 'settings/admin-storage-page.tsx'),
          route('translator', 'settings/admin-translator-page.tsx'),
          route('access', 'settings/admin-access-page.tsx'),
          route('lists', 'settings/admin-lists-page.tsx'),
          route('retention', 'settings/admin-retention-page.tsx'),
        ]),
      ]),
      route('admin/services/import', 'imports/admin-import-page.tsx'),
      route('admin/announcements', 'announcements/admin-announcements-page.tsx'),
      route('admin/announcements/new', 'announcements/admin-new-announcement-page.tsx'),
      route('admin/deposits', 'payments/admin-deposits-page.tsx', [
        route(':id', 'payments/admin-deposit-page.tsx'),
      ]),
      route('admin/services', 'catalogue/admin-services-page.tsx'),
      route('admin/services/names', 'catalogue/admin-names-page.tsx'),
      route('admin/audit', 'staff/admin-audit-page.tsx', [route(':number', 'staff/admin-action-page.tsx')]),
      route('admin/orders', 'orders/admin-orders-page.tsx'),
      route('admin/orders/incidents', 'orders/admin-incidents-page.tsx'),
      route('admin/orders/:id', 'orders/admin-order-page.tsx'),
      route('admin/providers', 'providers/admin-providers-page.tsx'),
      route('admin/providers/:id', 'providers/admin-provider-page.tsx'),
      route('admin/reports', 'reports/admin-reports-page.tsx'),
      route('admin/reports/reconciliation', 'reports/admin-reconciliation-page.tsx'),
      route('admin/users', 'users/admin-users-page.tsx'),
      route('admin/users/:id', 'users/admin-user-page.tsx'),
      route('admin/transactions', 'wallet/admin-transactions-page.tsx'),
      route('admin/contact', 'contact/admin-contact-page.tsx'),
      route('admin/letters', 'mails/admin-letters-page.tsx'),
      route('admin/tickets', 'support/admin-tickets-page.tsx'),
      route('admin/tickets/replies', 'support/admin-canned-replies-page.tsx'),
      route('admin/tickets/:id', 'support/admin-ticket-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
