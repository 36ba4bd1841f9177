"""The champion's network layers as vector instructions, for kernels with minds.

`begin` and `think` in `bots/champion/mind.py` are the plain Python versions. They take most of a
decision's time, and no compiler optimizes them as well. A test compares both versions.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from diamant.simulator.kernel.machine_code import inner_njit

# isort: split
# <constants>
from diamant.bots.champion.mind import CLASSES, FEATURES, HIDDEN, OWN, SECOND, SHARED, WEIGHTS

# </constants>

SIZE = ir.IntType(64)
FREELY = ("contract", "reassoc")  # Allows sums in any order.


def start_of(context, builder, kind, array, *places):
    """Return a pointer to an array's numbers, offset by `places`."""
    start = context.make_array(kind)(context, builder, array).data
    for place in places:
        number = ir.Constant(SIZE, place) if isinstance(place, int) else place
        start = builder.gep(start, [number])
    return start


def vector_at(builder, start, width):
    """Cast a pointer to numbers to a pointer to a vector of numbers."""
    return builder.bitcast(start, ir.VectorType(ir.FloatType(), width).as_pointer())


def no_vector(width):
    """Return a vector of zeros."""
    return ir.Constant(ir.VectorType(ir.FloatType(), width), [0.0] * width)


def add_rows(builder, values, rows, weights, total, several):
    """Return `total` plus each row of weights times its value.

    `several` independent sums run in parallel, so none waits for another.
    """
    vector = total.type
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    nothing = ir.Constant(vector, ir.Undefined)
    sums = [cgutils.alloca_once(builder, vector) for _ in range(several)]
    for place in sums:
        builder.store(total if place is sums[0] else no_vector(vector.count), place)
    with cgutils.for_range(builder, ir.Constant(SIZE, rows // several)) as loop:
        first = builder.mul(loop.index, ir.Constant(SIZE, several))
        for turn, place in enumerate(sums):
            row = builder.add(first, ir.Constant(SIZE, turn))
            value = builder.load(builder.gep(values, [row]))
            alone = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
            spread = builder.shuffle_vector(alone, nothing, lanes)
            start = builder.gep(weights, [builder.mul(row, ir.Constant(SIZE, vector.count))])
            factors = builder.load(vector_at(builder, start, vector.count), align=4)
            product = builder.fmul(spread, factors, flags=FREELY)
            builder.store(builder.fadd(builder.load(place), product, flags=FREELY), place)
    found = [builder.load(place) for place in sums]
    while len(found) > 1:
        pairs = zip(found[::2], found[1::2], strict=True)
        found = [builder.fadd(one, other, flags=FREELY) for one, other in pairs]
    return found[0]


def above_zero(builder, vector):
    """Return a vector with its negative entries replaced by zeros (ReLU)."""
    zeros = no_vector(vector.type.count)
    return builder.select(builder.fcmp_ordered(">", vector, zeros), vector, zeros)


@intrinsic
def shared_part(context, noticed, network, at, common):
    """Compute and store the part of the first layer that all players inside share."""

    def codegen(context, builder, signature, arguments):
        noticed, network, at, common = arguments
        kinds = signature.args
        weights = start_of(context, builder, kinds[1], network, at)
        bias = builder.gep(weights, [ir.Constant(SIZE, FEATURES * HIDDEN)])
        total = builder.load(vector_at(builder, bias, HIDDEN), align=4)
        values = start_of(context, builder, kinds[0], noticed)
        total = add_rows(builder, values, SHARED, weights, total, 2)
        start = start_of(context, builder, kinds[3], common)
        builder.store(total, vector_at(builder, start, HIDDEN), align=4)
        return context.get_dummy_value()

    return types.void(noticed, network, types.int64, common), codegen


@intrinsic
def whole_answer(context, noticed, network, at, common, first):
    """Compute the network's output from the shared part of its first layer."""

    def codegen(context, builder, signature, arguments):
        noticed, network, at, common, first = arguments
        kinds = signature.args
        weights = start_of(context, builder, kinds[1], network, at)

        def after(numbers):
            return builder.gep(weights, [ir.Constant(SIZE, numbers)])

        begun = start_of(context, builder, kinds[3], common)
        total = builder.load(vector_at(builder, begun, HIDDEN), align=4)
        values = start_of(context, builder, kinds[0], noticed, SHARED)
        total = add_rows(builder, values, OWN, after(SHARED * HIDDEN), total, 2)
        values = start_of(context, builder, kinds[4], first)
        builder.store(above_zero(builder, total), vector_at(builder, values, HIDDEN), align=4)
        place = (FEATURES + 1) * HIDDEN
        bias = place + HIDDEN * SECOND
        total = builder.load(vector_at(builder, after(bias), SECOND), align=4)
        total = above_zero(builder, add_rows(builder, values, HIDDEN, after(place), total, 4))
        factors = builder.load(vector_at(builder, after(bias + SECOND), SECOND), align=4)
        total = builder.fmul(total, factors, flags=FREELY)
        number = ir.FloatType()
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(number, [number, total.type]),
            f"llvm.vector.reduce.fadd.v{SECOND}f32",
        )
        last = builder.load(after(bias + 2 * SECOND))
        answer = builder.call(function, [last, total], fastmath=FREELY)
        return builder.fpext(answer, ir.DoubleType())

    return types.float64(noticed, network, types.int64, common, first), codegen


@inner_njit(error_model="numpy", _nrt=False)
def begin(noticed, rounds_left, network, common):
    """Compute the part of an evaluation that is the same for every seat."""
    shared_part(noticed, network, min(rounds_left, CLASSES - 1) * WEIGHTS, common)


@inner_njit(error_model="numpy", _nrt=False)
def think(noticed, rounds_left, network, common, first, second):
    """Return how much better staying is than leaving, according to the network."""
    return whole_answer(noticed, network, min(rounds_left, CLASSES - 1) * WEIGHTS, common, first)
