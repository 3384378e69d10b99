import { Body, Delete, Get, Put, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { named, oneOfWords, shape, text } from '../../http/openapi/openapi-shapes.js';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';
import { ChangesNothing } from '../changes-nothing.decorator.js';
import { SetSimulatorFaults } from './set-simulator-faults.dto.js';
import { SimulatorFaults } from './simulator-faults.service.js';

const faultsSchema = named(
  'SimulatorFaults',
  shape({ object: oneOfWords('simulator_faults'), faults: text('vendora/*=529@0.2') }),
);
const OFF =
  'Operator only; 404 `simulator_off` where the providers are real, 503 `simulator_away` while they are started again.';

@AdminController('simulator')
export class SimulatorFaultsController {
  constructor(private readonly faults: SimulatorFaults) {}

  @Get('simulator/faults')
  @ApiOperation({ summary: `How the simulated providers fail. ${OFF}` })
  @ApiResponse({ status: 200, schema: faultsSchema })
  async read(@Req() request: FastifyRequest) {
    requireOperator(scopeOf(request));
    return present(await this.faults.read());
  }

  @Put('simulator/faults')
  @ChangesNothing()
  @ApiOperation({ summary: `Have the simulated providers fail, from the next call on. ${OFF}` })
  @ApiResponse({ status: 200, schema: faultsSchema })
  async replace(@Req() request: FastifyRequest, @Body() { faults }: SetSimulatorFaults) {
    requireOperator(scopeOf(request));
    return present(await this.faults.replace(faults));
  }

  @Delete('simulator/faults')
  @ChangesNothing()
  @ApiOperation({ summary: `Have the simulated providers answer again as usual. ${OFF}` })
  @ApiResponse({ status: 200, schema: faultsSchema })
  async end(@Req() request: FastifyRequest) {
    requireOperator(scopeOf(request));
    return present(await this.faults.replace(''));
  }
}

function present(faults: string) {
  return { object: 'simulator_faults', faults };
}
