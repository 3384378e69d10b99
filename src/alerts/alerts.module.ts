import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AlertDelivery } from './delivery/alert-delivery.service.js';
import { AlertOutbox } from './delivery/alert-outbox.service.js';
import { AlertSecrets } from './settings/alert-secrets.service.js';
import { AlertSettings } from './settings/alert-settings.service.js';
import { AlertWatch } from './watch/alert-watch.service.js';
import { AccountsWatch } from './watch/accounts-watch.service.js';
import { ProviderWatch } from './watch/provider-watch.service.js';

/** What organizations ask to be told of, and the telling. */
@Module({
  imports: [BillingModule, EndpointsModule, WebhooksModule],
  providers: [
    AlertSettings,
    AlertSecrets,
    AlertOutbox,
    AlertDelivery,
    AlertWatch,
    ProviderWatch,
    AccountsWatch,
  ],
  exports: [AlertSettings, AlertSecrets, AlertDelivery],
})
export class AlertsModule {}
