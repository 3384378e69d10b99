/** The management API of a gateway that was started by this script. */
export class Management {
  constructor({ url, adminToken }) {
    this.url = url;
    this.adminToken = adminToken;
  }

  async ask(method, path, body) {
    const answer = await fetch(`${this.url}/api/v1/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${this.adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }

  /** The one organization, without limits, topped up by a dollar whenever it has less than three. */
  async prepare() {
    const { data } = await this.ask('GET', '/organizations');
    const { id } = data[0];
    await this.ask('PATCH', `/organizations/${id}`, {
      rate_limits: { inference: 'unlimited' },
      auto_reload: { enabled: true, threshold_usd: 3, amount_usd: 1 },
    });
    await this.ask('PUT', `/organizations/${id}/card`, { payment_method: 'pm_card_visa' });
    return id;
  }

  /** The one organization, without limits, with more credit than a run uses. */
  async prepareWithCredit() {
    const { data } = await this.ask('GET', '/organizations');
    const { id } = data[0];
    await this.ask('PATCH', `/organizations/${id}`, { rate_limits: { inference: 'unlimited' } });
    await this.ask('POST', `/organizations/${id}/credits`, { amount_usd: '10000', note: 'chaos' });
    return id;
  }

  check(organizationId) {
    return this.ask('GET', `/organizations/${organizationId}/ledger/check`);
  }

  /** Puts rows newer than `known` has into it. */
  async readLedger(organizationId, known) {
    let after = '';
    for (;;) {
      const page = await this.ask('GET', `/organizations/${organizationId}/ledger?limit=100${after}`);
      for (const row of page.data) {
        if (known.has(row.id)) return;
        known.set(row.id, row);
      }
      if (!page.has_more) return;
      after = `&after=${page.last_id}`;
    }
  }
}
