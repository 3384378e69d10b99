import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    command: 'Command',
    keyFrom: 'The key comes from the environment: export GATEWAY_KEY=svc_live_…',
    tokenFrom: 'The admin token comes from the environment: export ADMIN_TOKEN=svc_…',
  },
});
