import { GatewayError } from '../../lib/gateway-error.js';

/** One answer for unknown, another project's, expired and deleted: a foreign file looks like one that never was. */
export class UnknownFileError extends GatewayError {
  constructor(id: string) {
    super({
      status: 404,
      code: 'file_not_found',
      param: 'id',
      message: `There is no file ${JSON.stringify(id.slice(0, 60))} in this project. The list of files shows those that there are.`,
    });
  }
}
